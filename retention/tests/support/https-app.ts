import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import tls from "node:tls";
import { onTestFinished, vi } from "vitest";
import { startListening } from "../../../tests/support/server.ts";
import { useNames } from "./names.ts";

/** The name of a stand-in for an app, as its certificate has it. */
const NAME = "api.examplecast.test";
const PEM = readFileSync(new URL(`../../../tests/fixtures/tls/${NAME}.pem`, import.meta.url));

/**
 * Plays an app or a service on the Internet within a test: its name leads there, and it speaks https.
 *
 * @param address where its name leads
 * @returns its host with its port
 */
export async function serveApp(listener: RequestListener, address = "9.9.9.9"): Promise<string> {
  const { url, stop } = await startListening(createServer({ key: PEM, cert: PEM }, listener));
  onTestFinished(stop);
  useNames({ [NAME]: [address] });
  return `${NAME}:${new URL(url).port}`;
}

/** Makes this machine trust who signed the certificate of the stand-in. */
export function trustApp(): void {
  const connect = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
  vi.spyOn(tls, "connect").mockImplementation(((options: tls.ConnectionOptions) =>
    connect({ ...options, ca: PEM })) as typeof tls.connect);
}
