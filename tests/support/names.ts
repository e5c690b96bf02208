import sockets from "node:dns";
import lookups from "node:dns/promises";
import { onTestFinished, vi } from "vitest";

/**
 * Plays a name server, and the network behind it: within a test, names have these addresses, and what connects to them reaches this
 * machine, where servers of the tests listen. Other names are looked up as ever.
 */
export function useNames(addresses: Readonly<Record<string, readonly string[]>>): void {
  const lookUp = lookups.lookup.bind(lookups) as (...args: unknown[]) => Promise<unknown>;
  const connect = sockets.lookup.bind(sockets) as (...args: unknown[]) => void;
  vi.spyOn(lookups, "lookup").mockImplementation(
    (async (name: string, options: unknown) =>
      addresses[name]?.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })) ??
      lookUp(name, options)) as typeof lookups.lookup,
  );
  vi.spyOn(sockets, "lookup").mockImplementation(((name: string, ...rest: unknown[]) =>
    connect(name in addresses ? "127.0.0.1" : name, ...rest)) as typeof sockets.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
}
