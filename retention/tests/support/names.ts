import sockets from "node:dns";
import lookups from "node:dns/promises";
import net from "node:net";
import { onTestFinished, vi } from "vitest";

type LookUp = NonNullable<net.TcpSocketConnectOpts["lookup"]>;

/** The addresses of a name: the same ones at each lookup, or others at the next, of which the last ones stay. */
type Addresses = readonly string[] | { readonly changing: readonly (readonly string[])[] };

/**
 * Plays a name server, and the network behind it: within a test, names have these addresses, and what connects to them
 * reaches this machine, where servers of the tests listen. Other names are looked up as ever.
 *
 * @returns the addresses that are connected to, as they come
 */
export function useNames(names: Readonly<Record<string, Addresses>>): readonly string[] {
  const answers = new Map(
    Object.entries(names).map(([name, own]) => [name, "changing" in own ? [...own.changing] : [own]]),
  );
  const all = [...answers.values()].flat(2);
  const find = (name: string) => {
    const [next, ...later] = answers.get(name) ?? [];
    if (later.length > 0) answers.set(name, later);
    return next;
  };
  const reached: string[] = [];
  const lookUp = lookups.lookup.bind(lookups) as (...args: unknown[]) => Promise<unknown>;
  const lookUpToConnect = sockets.lookup.bind(sockets) as (...args: unknown[]) => void;
  vi.spyOn(lookups, "lookup").mockImplementation(
    (async (name: string, options: unknown) =>
      find(name)?.map((address) => ({ address, family: net.isIP(address) })) ??
      lookUp(name, options)) as typeof lookups.lookup,
  );
  vi.spyOn(sockets, "lookup").mockImplementation(((name: string, ...rest: unknown[]) =>
    lookUpToConnect(name in names ? "127.0.0.1" : name, ...rest)) as typeof sockets.lookup);
  const redirect =
    (own: LookUp): LookUp =>
    (name, options, callback) =>
      own(name, options, (error, found, family) => {
        const here = [found].flat().map((one) => (typeof one === "string" ? one : one.address));
        if (error || !here.some((address) => all.includes(address))) return callback(error, found, family);
        reached.push(...here);
        callback(null, options.all ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1", 4);
      });
  const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (this: net.Socket, ...args: unknown[]) {
    // net.connect passes its arguments on as one array.
    const [options] = args.flat() as [net.TcpSocketConnectOpts];
    if (options?.lookup) options.lookup = redirect(options.lookup);
    return connect.apply(this, args);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return reached;
}
