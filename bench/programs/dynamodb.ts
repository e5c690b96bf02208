import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

// A stub of DynamoDB: answers GetItem with the canned answer for its key, from the file in the first argument, and all else with {}.
const answers: Record<string, string> = JSON.parse(readFileSync(String(process.argv[2]), "utf8"));
const bodies = new Map(Object.entries(answers).map(([key, body]) => [key, Buffer.from(body)]));
const EMPTY = Buffer.from("{}");

const server = createServer(async (request, response) => {
  const { Key } = JSON.parse((await buffer(request)).toString());
  const body = bodies.get((Key?.id ?? Key?.guid)?.S) ?? EMPTY;
  response.writeHead(200, { "Content-Type": "application/x-amz-json-1.0", "Content-Length": body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
