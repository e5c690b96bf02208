import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("episodes-invalid-body.json");

export { event as "module.exports" };
