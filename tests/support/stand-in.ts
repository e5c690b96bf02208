import { text } from "node:stream/consumers";
import { type Server, startServer } from "./server.ts";

/** What a stand-in answers to a request: the real service's answer to it, or to another, or none of its. */
export type Behaviour = (request: Request, askService: (request: Request) => Promise<Response>) => Promise<Response>;

/** Starts a server that stands in for the service at a URL and behaves as it is told to. */
export async function startStandIn(service: string, behave: Behaviour): Promise<Server> {
  return startServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const { "x-pub-key": key, "content-type": type, authorization } = headers;
    const sent = Object.entries({ "x-pub-key": key, "content-type": type, authorization });
    const body = method === "GET" ? null : await text(incoming);
    const request = new Request(`${service}${url}`, {
      method,
      body,
      headers: sent.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    });
    const answer = await behave(request, (other) => fetch(other));
    const kept = ["content-type", "cache-control", "www-authenticate"];
    for (const [name, value] of answer.headers) if (kept.includes(name)) outgoing.setHeader(name, value);
    outgoing.writeHead(answer.status).end(await answer.text());
  });
}
