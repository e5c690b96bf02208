import { chmodSync } from "node:fs";
import type { RequestListener } from "node:http";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "../../../tests/support/port.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startServer } from "../../../tests/support/server.ts";
import { runCommand, runScript, type ScriptName } from "../support/command.ts";
import { serveApp, trustApp } from "../support/https-app.ts";
import { useNames } from "../support/names.ts";

const KEY = "a-public-key-that-must-not-travel";
const env = { PERFORMANCE_PUBLIC_KEY: KEY };
const save = useFolder();

/** What a process gets that listens on a port and refuses every key, as the service does. */
const received: string[] = [];

const listen: RequestListener = (request, response) => {
  if (request.headers["x-pub-key"] !== undefined) received.push(String(request.headers["x-pub-key"]));
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  response.writeHead(400, headers).end('{"error":"Invalid public key"}');
};

const server = await startServer(listen);
const { port } = new URL(server.url);

beforeEach(() => void received.splice(0));
afterAll(() => server.stop());

const COMMANDS = new Map<string, readonly [ScriptName, ...string[]]>([
  ["get", ["charts", "get", "x"]],
  ["report", ["charts", "report", "x", "--out", save("report.html", "")]],
  ["smoke", ["smoke"]],
]);

describe.each([...COMMANDS])("the public key of %s", (_, [script, ...args]) => {
  const run = (url: string, ...options: string[]) => runCommand(script, [...args, "--url", url, ...options], { env });

  it("does not go to whoever listens on a port of this machine", async () => {
    const { code, stdout, stderr } = await run(server.url);
    expect(code).toBe(1);
    const wrong = script === "smoke" ? ["not-development-public-key"] : [];
    expect(new Set(received)).toEqual(new Set([...wrong, "development-public-key"]));
    expect(stdout + stderr).toContain("Pass a file with the service's public key as --public-key-file.\n");
    expect(stdout + stderr).not.toContain(KEY);
  });

  it("does not go over http to another name, even if that leads to this machine now", async () => {
    useNames({ "mine.test": ["127.0.0.1"] });
    const { code, stderr } = await run(`http://mine.test:${port}`, "--public-key-file", save("key", KEY));
    expect({ code, received }).toEqual({ code: 1, received: [] });
    expect(stderr).toContain("Over http, others could read the public key. Write https, ");
  });

  it("does not go to another machine that a name server calls localhost", async () => {
    useNames({ localhost: ["203.0.113.5"] });
    const file = save("key", KEY);
    chmodSync(file, 0o600);
    const { code, stdout, stderr } = await run(`http://localhost:${port}`, "--public-key-file", file);
    expect({ code, received }).toEqual({ code: 1, received: [] });
    expect(stdout + stderr).toContain("(localhost has an address that may not be connected to).");
  });

  it("comes from a file, as PEM with a line feed at its end, which others may not read", async () => {
    const lines = `${KEY.slice(0, 16)}\r\n${KEY.slice(16)}`;
    const file = save("key.pem", `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`);
    chmodSync(file, 0o600);
    const secret = await run(server.url, "--public-key-file", file);
    expect(received.at(-1)).toBe(KEY);
    expect(secret.stdout + secret.stderr).toContain(`refuses the key in ${file}`);
    expect(secret.stdout + secret.stderr).not.toContain("Other users can read");
    chmodSync(file, 0o640);
    const { stderr } = await run(server.url, "--public-key-file", file);
    expect(stderr).toContain(`Other users can read the key in ${file}. To keep it yours, run: chmod 600 ${file}\n`);
  });

  it.each([
    ["is missing", undefined, "There is no such file."],
    ["is empty", "\n", " is empty. Write the service's public key into it."],
    ["has what a header can't carry", "key-€", " has a character that an HTTP header can't carry."],
  ])("is not replaced if its file %s", async (_, content, reason) => {
    const file = content === undefined ? "/no/such/key" : save("bad", content);
    const { code, stderr } = await run(server.url, "--public-key-file", file);
    expect({ code, received }).toEqual({ code: 1, received: [] });
    expect(stderr).toContain(reason);
  });
});

it("a file of the public key needs a URL", async () => {
  const stderr = "--public-key-file needs --url, the service that gets the key.\n";
  const outcome = await runCommand("charts", ["get", "x", "--public-key-file", save("key", KEY)]);
  expect(outcome).toEqual({ code: 1, stdout: "", stderr });
});

it("a proxy of the environment gets no request over http", async () => {
  const proxy = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: server.url, http_proxy: server.url, NO_PROXY: "", no_proxy: "" };
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const { stderr } = await runScript("charts", ["get", "x", "--url", url], { env: proxy });
  expect({ stderr, received }).toEqual({
    stderr: expect.stringContaining(`Nothing answers at ${url}/token (ECONNREFUSED).`),
    received: [],
  });
});

it.each([...COMMANDS])(
  "the key in PERFORMANCE_PUBLIC_KEY goes over https, and not on to where that redirects: %s",
  async (_, [script, ...args]) => {
    trustApp();
    const seen: unknown[] = [];
    const host = await serveApp((request, response) => {
      seen.push(request.headers["x-pub-key"]);
      response.writeHead(307, { location: `${server.url}/token` }).end();
    });
    const { stdout, stderr } = await runCommand(script, [...args, "--url", `https://${host}`], { env });
    expect(seen).toContain(KEY);
    expect(received).toEqual([]);
    expect(stdout + stderr).toContain(
      `https://${host}/token redirects to ${server.url}/token. Redirects are not followed, because they could send keys to another server. If the service has moved there, set --url to its new base URL.\n`,
    );
  },
);
