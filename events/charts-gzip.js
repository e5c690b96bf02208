import { readEventWithAdminToken } from "./admin-token.js";

const event = readEventWithAdminToken("charts-gzip.json");

export { event as "module.exports" };
