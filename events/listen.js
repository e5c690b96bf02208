import { readEventWithTokenId } from "./tokens.js";

const event = readEventWithTokenId("listen.json");

export { event as "module.exports" };
