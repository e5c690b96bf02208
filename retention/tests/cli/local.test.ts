import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { composeGreeting } from "../../../local/greeting.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { runCommand, runScript, WITHOUT_DYNAMODB } from "../support/command.ts";

const save = useFolder();
const report = save("report.html", "");
const ENV = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: join(dirname(report), "dynamodb") };
const chart = { guid: "read", duration: 9, data: [{ time: 0, percentage: 100 }] };

async function runCharts(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return runCommand("charts", args, { env: { ...ENV, ...env } });
}

beforeAll(async () => {
  const youtube = { guid: "read", source: "youtube", duration: 9, data: [{ time: 0, percentage: 80 }] };
  const input = [chart, youtube].map((each) => `${JSON.stringify(each)}\n`).join("");
  const { code, stderr } = await runScript("charts", ["import", "-"], { input, env: ENV });
  expect(code).toBe(0);
  expect(stderr).toContain("Writing to performance-data-dev-charts in the local DynamoDB.\n");
  expect(stderr).toContain("charts -- get read\n");
});

describe("without an environment that names a DynamoDB, a command", () => {
  it("uses the local one, which keeps its data and has the sample chart", async () => {
    const { stdout } = await runScript("charts", ["list"], { env: ENV });
    expect(stdout).toMatch(/ read$/m);
    expect(stdout).toMatch(/ sample-episode$/m);
    expect(await runScript("tokens", ["list"], { env: ENV })).toMatchObject({ code: 0, stderr: "" });
  });

  it("gets a chart from it", async () => {
    const { stdout, ...outcome } = await runCharts(["get", "read"]);
    const stderr = "This is the curve from own. The episode has: own, youtube (--source).\n";
    expect(outcome).toEqual({ code: 0, stderr });
    expect(JSON.parse(stdout)).toEqual(chart);
    const ofSource = await runCharts(["get", "read", "--source", "youtube"]);
    expect(JSON.parse(ofSource.stdout)).toMatchObject({ source: "youtube", data: [{ time: 0, percentage: 80 }] });
  });

  it("does what npm start prints of it", async () => {
    const settings = { collector: "on", cors: false };
    const service = { url: "http://localhost:3000", publicKey: "key", settings, listeningId: "id", hasCharts: true };
    const printed = Array.from(composeGreeting(service).matchAll(/^ {2}npm run charts -- (.*)$/gm), ([, line = ""]) =>
      line.replace("report.html", report).split(" "),
    );
    const outcomes = [];
    for (const args of printed) outcomes.push(await runCharts(args));
    expect(outcomes).toMatchObject([
      { code: 0, stdout: expect.stringContaining('{"guid":"sample-episode","duration":3600,') },
      { code: 0, stderr: expect.stringMatching(/^Wrote .*report\.html: 1 episode, /) },
      // Nobody has listened.
      { code: 1, stderr: expect.stringContaining('"sample-listen"') },
    ]);
  });

  it("reports on it", async () => {
    const stderr = expect.stringMatching(/^Wrote .*report\.html: 1 episode, /);
    expect(await runCharts(["report", "read", "--out", report])).toEqual({ code: 0, stdout: "", stderr });
  });

  it.each([
    [["nobody's"], `The table performance-data-dev-charts has no chart of "nobody's". To see those that it has: `],
    [["x".repeat(3_000)], "The table performance-data-dev-charts has no chart of "],
    [["read", "--source", "apple"], '"read" has no curve from apple. Leave out --source'],
  ])("says what to do about %j", async (args, text) => {
    const { code, stdout, stderr } = await runCharts(["get", ...args]);
    expect({ code, stdout, start: stderr.slice(0, text.length) }).toEqual({ code: 1, stdout: "", start: text });
  });
});

describe("the local table is not read", () => {
  const out = ["--out", report];
  const url = ["--url", "http://127.0.0.1:9"];
  const away = { AWS_REGION: undefined };

  it.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
    [
      "the environment names a DynamoDB",
      ["get", "read"],
      { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:9" },
      /^Can't use DynamoDB at http:\/\/127\.0\.0\.1:9 \(.+\)\. Check --region, DYNAMODB_FOLDER and the AWS variables in the environment, /,
    ],
    ["there is an AWS profile", ["get", "read"], { ...away, AWS_PROFILE: "x" }, /^The stage "dev" is in AWS/],
    ["get names another stage", ["get", "read", "--stage", "prod"], away, /^The stage "prod" is in AWS, /],
    [
      "report names another stage",
      ["report", "read", "--stage", "prod", ...out],
      away,
      /^The stage "prod" is in AWS, /,
    ],
    ["get has a URL", ["get", "read", ...url], {}, /^Nothing answers at .*:9\/token /],
    ["report has a URL", ["report", "read", ...url, ...out], {}, /^Nothing answers at .*:9\/token /],
  ])("if %s", async (_, args, env, text) => {
    expect(await runCharts(args, env)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(text) });
  });
});
