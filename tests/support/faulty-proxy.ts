import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A response of the real DynamoDB. */
interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Answers a request of the SDK. `forward` sends the request to the real DynamoDB, or another one in its place. */
export type Fault = (response: ServerResponse, forward: (input?: object) => Promise<Answer>) => void | Promise<void>;

/** A request of the SDK. */
export interface Requested {
  readonly operation: string;
  readonly input: Record<string, unknown>;
  readonly accessKey: string;
}

/** A proxy between the SDK and the real DynamoDB. */
export interface FaultyProxy {
  readonly url: string;
  /** The requests so far. */
  readonly requests: Requested[];
  /** Faults for the next requests, one each. */
  readonly next: Fault[];
  /** The fault for every request without one in `next` (default: {@link pass}). */
  always: Fault;
  /** Has a fault for each request that is meant, and none for others. */
  disturb(isMeant: (request: Requested) => boolean, fault: Fault): void;
  /** Stops listening, and breaks every connection. */
  close(): Promise<void>;
  /** Listens again on the same port. */
  open(): Promise<void>;
}

/** Forwards the request without a fault. */
export const pass: Fault = async (response, forward) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body);
};

/** Breaks the connection before the request arrives. */
export const breakOff: Fault = (response) => void response.socket?.destroy();

/** Forwards the request, and breaks the connection before the answer arrives. */
export const loseAnswer: Fault = async (response, forward) => {
  await forward();
  response.socket?.destroy();
};

/** Answers with an error of DynamoDB in place of forwarding, such as `AccessDeniedException`. */
export function answerWith(name: string, { message = "told to fail", status = 400 } = {}): Fault {
  return (response) => {
    // Where a test sets the time, the SDK would take the real one for its clock's mistake, and ask again.
    response.sendDate = false;
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message }));
  };
}

/** Answers that the request is not allowed. */
export const refuse = answerWith("AccessDeniedException");

/** Starts a proxy that forwards all requests until a test sets a fault. @param target the URL of the real DynamoDB */
export async function startFaultyProxy(target = String(process.env.AWS_ENDPOINT_URL_DYNAMODB)): Promise<FaultyProxy> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const accessKey = /Credential=([^/]*)/.exec(String(request.headers.authorization))?.[1] ?? "";
    proxy.requests.push({ operation, input: JSON.parse(body.toString()), accessKey });
    const { host: _, "content-length": __, connection: ___, ...headers } = request.headers;
    const forward = async (input?: object) => {
      const forwarded = send(target, { method: "POST", headers });
      const answered = once(forwarded, "response");
      forwarded.end(input ? JSON.stringify(input) : body);
      const [answer] = (await answered) as [IncomingMessage];
      const bytes = await buffer(answer);
      return {
        status: Number(answer.statusCode),
        headers: { "content-type": "application/x-amz-json-1.0", "content-length": bytes.length },
        body: bytes,
      };
    };
    await (proxy.next.shift() ?? proxy.always)(response, forward);
  });
  const open = async (port = Number(new URL(proxy.url).port)) => {
    await once(server.listen(port, "127.0.0.1"), "listening");
  };
  const close = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  await open(0);
  const { port } = server.address() as AddressInfo;
  const disturb: FaultyProxy["disturb"] = (isMeant, fault) => {
    proxy.always = (response, forward) => {
      const request = proxy.requests.at(-1);
      return (request && isMeant(request) ? fault : pass)(response, forward);
    };
  };
  const url = `http://127.0.0.1:${port}`;
  const proxy: FaultyProxy = { url, requests: [], next: [], always: pass, disturb, close, open };
  return proxy;
}
