import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

// A stub of DynamoDB with canned answers from the file in the first argument: to GetItem by the item's key, to Query by
// the partition and the key after which the page starts. Answers all else with {}.
const answers: Record<string, string> = JSON.parse(readFileSync(String(process.argv[2]), "utf8"));
const bodies = new Map(Object.entries(answers).map(([key, body]) => [key, Buffer.from(body)]));
const EMPTY = Buffer.from("{}");

const server = createServer(async (request, response) => {
  const {
    Key,
    ExpressionAttributeValues: values,
    ExclusiveStartKey: start,
  } = JSON.parse(String(await buffer(request)));
  const isQuery = String(request.headers["x-amz-target"]).endsWith(".Query");
  const key = isQuery ? `${values[":partition"].S} ${start?.id.S ?? ""}` : (Key?.id ?? Key?.guid)?.S;
  const body = bodies.get(key) ?? EMPTY;
  response.writeHead(200, { "Content-Type": "application/x-amz-json-1.0", "Content-Length": body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
