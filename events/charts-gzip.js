import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("charts-gzip.json");

export { event as "module.exports" };
