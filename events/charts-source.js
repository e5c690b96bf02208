import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("charts-source.json");

export { event as "module.exports" };
