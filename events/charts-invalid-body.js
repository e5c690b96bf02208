import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("charts-invalid-body.json");

export { event as "module.exports" };
