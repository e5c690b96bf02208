import type { IncomingMessage, RequestListener } from "node:http";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Outcome, runCommand, runScript, useFolder, WITHOUT_DYNAMODB } from "../support/command.ts";
import { findFreePort } from "../support/port.ts";
import { startServer } from "../support/server.ts";

const save = useFolder();
const report = save("report.html", "");
const DYNAMODB_FOLDER = join(dirname(report), "dynamodb");
const TABLE = "performance-data-dev-charts in the local DynamoDB";
const chart = { guid: "read", duration: 9, data: [{ time: 0, percentage: 100 }] };

/** Runs charts on the local tables of a folder, with a port where nothing answers unless another is given. */
async function runCharts(args: readonly string[], { port = 0, ...env } = {}): Promise<Outcome & Asked> {
  const PORT = String(port || (await findFreePort()));
  const outcome = await runCommand("charts", args, { env: { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER, PORT, ...env } });
  return { ...outcome, url: `http://localhost:${PORT}` };
}

interface Asked {
  /** Where the command looks for the service. */
  readonly url: string;
}

beforeAll(async () => {
  const youtube = { guid: "read", source: "youtube", duration: 9, data: [{ time: 0, percentage: 80 }] };
  const imported = await runScript("charts", ["import", "-"], {
    input: [chart, youtube].map((each) => `${JSON.stringify(each)}\n`).join(""),
    env: { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER },
  });
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining("charts -- get read\n") });
});

describe("where npm start does not run", () => {
  it("get reads the local table, and says so", async () => {
    const { url, ...outcome } = await runCharts(["get", "read"]);
    expect(outcome).toEqual({
      code: 0,
      stdout: expect.any(String),
      stderr: `npm start does not answer at ${url}. Reading from ${TABLE}.\nThis is the curve from own. The episode has: own, youtube (--source).\n`,
    });
    expect(JSON.parse(outcome.stdout)).toEqual(chart);
  });

  it("get reads the curve of a source", async () => {
    const { stdout } = await runCharts(["get", "read", "--source", "youtube"]);
    expect(JSON.parse(stdout)).toMatchObject({ source: "youtube", data: [{ time: 0, percentage: 80 }] });
  });

  it("report reads the local table, and says so", async () => {
    const { url, ...outcome } = await runCharts(["report", "read", "--out", report]);
    expect(outcome).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`npm start does not answer at ${url}. Reading from ${TABLE}.\n`),
    });
    expect(outcome.stderr).toMatch(/^Wrote .*report\.html: 1 episode, /m);
  });

  it.each([
    [["nobody's"], `The table performance-data-dev-charts has no chart of "nobody's". To see those that it has: `],
    [["x".repeat(3_000)], "The table performance-data-dev-charts has no chart of "],
    [["read", "--source", "apple"], '"read" has no curve from apple. Leave out --source'],
  ])("get says what to do about %j", async (args, text) => {
    expect(await runCharts(["get", ...args])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`\n${text}`),
    });
  });
});

describe("another server at the port of npm start", () => {
  const refusal = '{"error":"Unauthorized: a valid admin token is required"}';

  it.each<[string, RequestListener]>([
    ["has a page for everything", (_, response) => response.end("<!doctype html>")],
    ["has tokens, too", (_, response) => response.end('{"token":"x"}')],
    ["knows no such path", (_, response) => response.writeHead(404).end('{"error":"Not found"}')],
    ["refuses in other words", (_, response) => response.writeHead(401).end('{"error":"Unauthorized"}')],
    ["says the same, and means it well", (_, response) => response.end(refusal)],
    ["redirects", (_, response) => response.writeHead(302, { location: "/login" }).end()],
    ["breaks off", (request) => request.socket.destroy()],
  ])("is not asked if it %s, and gets no key", async (_, listener) => {
    const requests: IncomingMessage[] = [];
    const server = await startServer((request, response) => {
      requests.push(request);
      listener(request, response);
    });
    const { stdout, stderr } = await runCharts(["get", "read"], { port: Number(new URL(server.url).port) });
    server.stop();
    expect(stderr).toContain(`Reading from ${TABLE}.\n`);
    expect(JSON.parse(stdout)).toEqual(chart);
    expect(new Set(requests.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set(["POST /charts"]));
    expect(requests.filter(({ headers }) => "x-pub-key" in headers || "authorization" in headers)).toEqual([]);
  });
});

describe("the local table is not read", () => {
  it.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
    [
      "the environment names a DynamoDB",
      ["get", "read"],
      { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9" },
      /Reading from performance-data-dev-charts in DynamoDB at http:\/\/127\.0\.0\.1:9\.\nCan't use DynamoDB at /,
    ],
    [
      "the environment names an AWS profile",
      ["get", "read"],
      { AWS_PROFILE: "x", AWS_REGION: undefined },
      /^The stage "dev" is in AWS, and the AWS region is not set\./,
    ],
    [
      "another stage is asked for, of get",
      ["get", "read", "--stage", "prod"],
      { AWS_REGION: undefined },
      /^The stage "prod" is in AWS, /,
    ],
    [
      "another stage is asked for, of report",
      ["report", "read", "--stage", "prod", "--out", report],
      { AWS_REGION: undefined },
      /^The stage "prod" is in AWS, /,
    ],
  ])("if %s", async (_, args, env, text) => {
    const outcome = await runCharts(args, env);
    expect(outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(text) });
  });

  it("if a URL is given", async () => {
    const { code, stderr } = await runCharts(["get", "read", "--url", "http://127.0.0.1:9"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^Nothing answers at .*:9\/token /) });
  });
});
