import dns from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { isLoopback, isPublic, NameError } from "./own-network.ts";

// This file is loaded for the first request: undici takes a quarter of a command's memory.
export { fetch } from "undici";

/** Connects to this machine alone, and to no proxy. */
export const toThisMachine = createAgent(isLoopback);

/** Connects to the public Internet alone. */
export const toInternet = createAgent(isPublic);

/**
 * Creates an agent that checks the addresses of a name that it connects to.
 *
 * @param isAllowed checks an address. If a name has any other, the connection fails with a NameError
 */
function createAgent(isAllowed: (address: string) => boolean): Agent {
  const lookup: LookupFunction = (name, { all = false, ...options }, callback) => {
    dns.lookup(name, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowed(address))) callback(new NameError(name), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
  return new Agent({ connect: { lookup } });
}
