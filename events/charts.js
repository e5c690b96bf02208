import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("charts.json");

export { event as "module.exports" };
