import { afterAll, describe, expect, it } from "vitest";
import { CONTROLS, HOSTILE } from "../../../tests/support/hostile-text.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startServer } from "../../../tests/support/server.ts";
import { runCommand } from "../support/command.ts";

/** A server that issues tokens as the service does, but whose errors and charts contain hostile text. */
const server = await startServer((request, response) => {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  const isRefused = request.headers["x-pub-key"] !== "good-key" && !request.headers.authorization;
  if (isRefused) response.writeHead(500, headers).end(JSON.stringify({ error: `Error generating token${HOSTILE}` }));
  else response.writeHead(200, headers).end(JSON.stringify({ token: "x", guid: HOSTILE, duration: 1, data: [] }));
});

const { url } = server;
const save = useFolder();

afterAll(() => server.stop());

describe("text from elsewhere does not control the terminal", () => {
  it("when a service refuses a chart, in one line", async () => {
    const { code, stderr } = await runCommand("charts", ["get", "x", "--url", url]);
    expect(code).toBe(1);
    expect(stderr.split("\n")).toEqual([expect.any(String), ""]);
    expect(stderr).toContain("x\uFFFD[2J");
    expect(stderr).not.toMatch(CONTROLS);
  });

  it("when a chart is printed as JSON, which keeps its meaning", async () => {
    const args = ["get", "x", "--print", "json", "--url", url, "--public-key-file", save("key", "good-key")];
    const { code, stdout } = await runCommand("charts", args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ guid: HOSTILE });
    expect(stdout).not.toMatch(CONTROLS);
  });
});
