import { readEventWithAdminToken } from "./admin-token.js";

const event = readEventWithAdminToken("charts-unknown-episode.json");

export { event as "module.exports" };
