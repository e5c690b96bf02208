import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { printRequests } from "../../local/request-lines.ts";
import { startServer } from "../support/server.ts";

const printed: string[] = [];
const { url: origin, stop } = await startServer((request, response) => {
  if (request.url === "/broken") request.socket.destroy();
  else response.writeHead(request.url === "/elsewhere" ? 202 : 404).end();
});
printRequests(Number(new URL(origin).port), (_, status) => status === 202);

afterAll(stop);

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
});

it("prints a line of a request, without its query", async () => {
  await fetch(`${origin}/token?expiresIn=secret`);
  await expect.poll(() => printed).toEqual([expect.stringMatching(/^GET \/token 404 \d+ ms$/)]);
});

it("prints none of what something else prints, or of what another port is asked", async () => {
  const other = await startServer((_, response) => response.end());
  await fetch(`${other.url}/other`);
  other.stop();
  await fetch(`${origin}/elsewhere`);
  await fetch(`${origin}/last`);
  await expect.poll(() => printed).toEqual([expect.stringContaining("GET /last 404")]);
});

it("says of a request that was not answered that it was not", async () => {
  await expect(fetch(`${origin}/broken`)).rejects.toThrow();
  await expect.poll(() => printed).toEqual([expect.stringContaining("GET /broken not answered")]);
});
