import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { onTestFinished, vi } from "vitest";
import { useNames } from "./names.ts";

/** The name of a stand-in for an app, as its certificate has it. */
const NAME = "api.examplecast.test";
const PEM = readFileSync(new URL(`../fixtures/tls/${NAME}.pem`, import.meta.url));

/**
 * Plays an app on the Internet within a test: its name leads there, and machines trust who signed its certificate.
 *
 * @param address where its name leads
 * @returns its host with its port
 */
export async function serveApp(listener: RequestListener, address = "9.9.9.9"): Promise<string> {
  const server = createServer({ key: PEM, cert: PEM }, listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  useNames({ [NAME]: [address] });
  return `${NAME}:${(server.address() as AddressInfo).port}`;
}

/** Makes this machine trust who signed the certificate of the stand-in. */
export function trustApp(): void {
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  vi.spyOn(tls, "connect").mockImplementation(((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: PEM })) as typeof tls.connect);
}
