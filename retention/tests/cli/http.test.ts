import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../tests/support/process.ts";
import { startServer } from "../../../tests/support/server.ts";
import { runCommand, runScript } from "../support/command.ts";

/** Gets a chart from a server that answers each request with `answer`. */
async function get(answer: (response: ServerResponse) => void, run = runCommand): Promise<Outcome> {
  const { url, stop } = await startServer((_, response) => answer(response));
  const { code, stdout, stderr } = await run("charts", ["get", "x", "--url", url]);
  stop();
  return { code, stdout, stderr: stderr.replaceAll(url, "SERVICE") };
}

const FOREIGN = "SERVICE/token answers 200, but not with an answer of this service. Check the URL.\n";

describe("a command that calls the service", () => {
  it.concurrent.each<[string, (response: ServerResponse) => void]>([
    ["does not answer", () => {}],
    ["stops after the first byte", (response) => response.write("{")],
  ])("waits at most 15 s for a service that %s", async (_, answer) => {
    expect(await get(answer, runScript)).toEqual({
      code: 1,
      stdout: "",
      stderr: "SERVICE/token did not answer completely within 15 s. Try again, or look at the service's log.\n",
    });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      "breaks off",
      (response) => response.write("{", () => response.destroy()),
      "The connection to SERVICE/token closed before the response was complete (UND_ERR_SOCKET). Try again, or look at the service's log.\n",
    ],
    ["comes from another server", (response) => response.end("<html>"), FOREIGN],
    ["has no token", (response) => response.end("[]"), FOREIGN],
    [
      "does not speak HTTP",
      (response) => response.socket?.end("+OK\r\n\r\n"),
      "Nothing answers at SERVICE/token (Response does not match the HTTP",
    ],
    [
      "has no end",
      (response) => response.end(Buffer.alloc(10_000_001, " ")),
      "SERVICE/token sent more than 10 MB, which this service never does. Check the URL.\n",
    ],
    [
      "has an error that is not a string",
      (response) => response.writeHead(500).end('{"error":{"code":7}}'),
      'SERVICE/token answers 500: {"code":7}.\n',
    ],
  ])("reports an answer that %s", async (_, answer, message) => {
    expect(await get(answer)).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  });

  it("asks once more if the server has just closed a connection that was idle", async () => {
    let requests = 0;
    const answer = (response: ServerResponse) => {
      requests++;
      if (requests === 1) response.socket?.resetAndDestroy();
      else response.writeHead(503).end('{"error":"busy"}');
    };
    const { code, stderr } = await get(answer);
    expect({ code, stderr, requests }).toEqual({ code: 1, stderr: "SERVICE/token answers 503: busy.\n", requests: 2 });
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["resets", ({ socket }) => socket?.resetAndDestroy(), "ECONNRESET"],
    ["closes", ({ socket }) => socket?.destroy(), "UND_ERR_SOCKET"],
  ])("does not say that nothing answers of a server that %s each connection", async (_, answer, reason) => {
    expect(await get(answer)).toEqual({
      code: 1,
      stdout: "",
      stderr: `SERVICE/token closes the connection without an answer (${reason}). Try again, or look at the service's log.\n`,
    });
  });
});
