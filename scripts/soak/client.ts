import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

/** A request to the service. */
export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as it came, not decompressed. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const TIMEOUT_MS = 30_000;

/** Sends requests to a port of this machine, over connections that stay open. */
export class Client {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error if there is no whole answer within 30 s */
  async send({ method, path, headers, body = "" }: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, host: "localhost", port: this.#port, method, path, headers };
      request({ ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
        .on("error", reject)
        .on("response", (response) => {
          const { statusCode: status = 0, headers } = response;
          buffer(response).then((body) => resolve({ status, headers, body }), reject);
        })
        .end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
