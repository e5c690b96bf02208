import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { startServer } from "./server.ts";

/** Answers a request in place of the service. `askService` sends this or another request to the real service. */
export type Behaviour = (request: Request, askService: (request: Request) => Promise<Response>) => Promise<Response>;

/** Starts a server, which stops at the end of the test. Returns its URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, stop } = await startServer(listener);
  onTestFinished(stop);
  return url;
}

/** Starts such a server that answers each request with `behave`, in place of the service at a URL. */
export async function startStandIn(service: string, behave: Behaviour): Promise<string> {
  return serve(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const { "x-pub-key": key, "content-type": type, authorization, "sec-gpc": objection } = headers;
    const sent = Object.entries({ "x-pub-key": key, "content-type": type, authorization, "sec-gpc": objection });
    const body = method === "GET" ? null : await text(incoming);
    const request = new Request(`${service}${url}`, {
      method,
      body,
      headers: sent.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    });
    const answer = await behave(request, (other) => fetch(other));
    const kept = /^(?:content-type|cache-control|www-authenticate|retry-after|chart-.*|access-control-.*)$/;
    for (const [name, value] of answer.headers) if (kept.test(name)) outgoing.setHeader(name, value);
    outgoing.writeHead(answer.status).end(await answer.text());
  });
}
