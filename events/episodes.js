import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("episodes.json");

export { event as "module.exports" };
