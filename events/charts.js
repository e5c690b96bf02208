import { readEventWithAdminToken } from "./admin-token.js";

const event = readEventWithAdminToken("charts.json");

export { event as "module.exports" };
