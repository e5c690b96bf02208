import { readEventWithAdminToken } from "./admin-token.js";

const event = readEventWithAdminToken("charts-invalid-body.json");

export { event as "module.exports" };
