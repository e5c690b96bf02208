import { readEventWithAdminToken } from "./tokens.js";

const event = readEventWithAdminToken("charts-unknown-episode.json");

export { event as "module.exports" };
