import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { printRequests } from "../../local/request-lines.ts";

const printed: string[] = [];
const server = createServer((request, response) => {
  if (request.url === "/broken") request.socket.destroy();
  else response.writeHead(request.url === "/elsewhere" ? 202 : 404).end();
});
let origin: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  printRequests(port, (_, status) => status === 202);
});

afterAll(() => {
  server.close();
});

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
});

it("prints a line of a request, without its query", async () => {
  await fetch(`${origin}/token?expiresIn=secret`);
  await expect.poll(() => printed).toEqual([expect.stringMatching(/^GET \/token 404 \d+ ms$/)]);
});

it("prints none of what something else prints, or of what another port is asked", async () => {
  const other = createServer((_, response) => response.end());
  await once(other.listen(0, "127.0.0.1"), "listening");
  await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/other`);
  other.close();
  await fetch(`${origin}/elsewhere`);
  await fetch(`${origin}/last`);
  await expect.poll(() => printed).toEqual([expect.stringContaining("GET /last 404")]);
});

it("says of a request that was not answered that it was not", async () => {
  await expect(fetch(`${origin}/broken`)).rejects.toThrow();
  await expect.poll(() => printed).toEqual([expect.stringContaining("GET /broken not answered")]);
});
