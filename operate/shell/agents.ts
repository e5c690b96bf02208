import dns from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { isLoopback, NameError } from "./own-machine.ts";

// This file is loaded for the first request: undici takes a quarter of a command's memory.
export { fetch } from "undici";

/** Connects to this machine alone, and to no proxy. */
export const toThisMachine = createAgent(isLoopback);

/**
 * Creates an agent that checks the very addresses that it connects to: a name may lead elsewhere at each lookup.
 *
 * @param isAllowed checks an address. If a host is or has any other, the connection fails with a NameError
 */
export function createAgent(isAllowed: (address: string) => boolean): Agent {
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
  const connect = buildConnector({ lookup });
  return new Agent({
    // What is an address is not looked up.
    connect: (options, callback) =>
      isIP(options.hostname) !== 0 && !isAllowed(options.hostname)
        ? callback(new NameError(options.hostname), null)
        : connect(options, callback),
  });
}
