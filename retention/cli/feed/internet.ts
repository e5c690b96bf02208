import { createAgent } from "../../../operate/shell/agents.ts";
import { isPublic } from "../own-network.ts";

// This file is loaded for the first request, as operate/shell/agents.ts is.
export { fetch } from "../../../operate/shell/agents.ts";

/** Connects to the public Internet alone. */
export const toInternet = createAgent(isPublic);

/** Connects to this machine and its network alone. */
export const toOwnNetwork = createAgent((address) => !isPublic(address));
