import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { computeSampleChart } from "../../local/sample-chart.ts";
import { type Outcome, runCommand, useFolder } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { type Service, startServiceOnTestTables } from "../support/offline.ts";
import { startServer } from "../support/server.ts";
import { writeChartItem } from "../support/tables.ts";
import { requireXml } from "../support/xml.ts";

let service: Service;
const save = useFolder();
const sample = { ...computeSampleChart(), guid: "drawn <chart>" };

async function get(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return runCommand("charts", ["get", ...args, "--url", service.url], { env });
}

beforeAll(async () => {
  service = await startServiceOnTestTables();
});

afterAll(() => service.stop());

describe("charts -- get", () => {
  beforeAll(() => writeChartItem(packChart(sample, new Date())));

  it.each([[[]], [["--print", "json"]]])("prints the chart as JSON (%j)", async (args) => {
    const { code, stdout, stderr } = await get([sample.guid, ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(sample);
  });

  it("prints the points as CSV, each with the GUID and the duration", async () => {
    const { stdout } = await get([sample.guid, "--print", "csv"]);
    const lines = stdout.split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["time,percentage,guid,duration", "0,100,drawn <chart>,3600"]);
    expect(lines).toHaveLength(sample.data.length + 2);
  });

  it("writes a drawing", async () => {
    const file = save("chart.svg", "");
    expect(await get([sample.guid, "--draw", file])).toEqual({ code: 0, stdout: "", stderr: `Wrote ${file}\n` });
    const svg = readFileSync(file, "utf8");
    requireXml(svg);
    expect(svg).toMatch('<title id="title">Listeners of drawn &lt;chart&gt;</title>');
  });

  it("writes a drawing under another title", async () => {
    const file = save("titled.svg", "");
    await get([sample.guid, "--draw", file, "--title", "Episode 1"]);
    expect(readFileSync(file, "utf8")).toContain('<title id="title">Listeners of Episode 1</title>');
  });

  it("finds the service at the port in PORT", async () => {
    const { port } = new URL(service.url);
    expect(await runCommand("charts", ["get", sample.guid], { env: { PORT: port } })).toMatchObject({ code: 0 });
  });

  it("imports and gets four hours at a point a second, whole", async () => {
    const data = Array.from({ length: 14_400 }, (_, time) => ({ time, percentage: (time * 0.7) % 100 }));
    const chart = { guid: "four hours", duration: 14_400, data };
    await importFiles(save("four-hours.json", JSON.stringify(chart)));
    expect(JSON.parse((await get([chart.guid])).stdout)).toEqual(chart);
  });

  it("says what to do about a chart without points", async () => {
    await writeChartItem({ guid: "empty", duration: 1, data: [] });
    const { stderr } = await get(["empty"]);
    expect(stderr).toBe(
      'The chart of "empty" has no points. If the episode is registered, it appears after its first listeners. If not, import a chart with points.\n',
    );
  });

  it.each([
    [
      "the episode",
      "nobody's",
      {},
      'SERVICE has no chart of "nobody\'s". Run "npm run charts -- list" with the service\'s --stage and --region to see the charts in its table.\n',
    ],
    [
      "the key",
      sample.guid,
      { PERFORMANCE_PUBLIC_KEY: "wrong-key" },
      "SERVICE refuses the key in PERFORMANCE_PUBLIC_KEY. Set PERFORMANCE_PUBLIC_KEY to the service's public key.\n",
    ],
  ])("says what to do if the service does not know %s", async (_, guid, env, text) => {
    const { stderr, ...outcome } = await get([guid], env);
    expect(outcome).toEqual({ code: 1, stdout: "" });
    expect(stderr.replace(service.url, "SERVICE")).toBe(text);
  });

  it("says if the refused key is the development key", async () => {
    const server = await startServer((_, response) => response.writeHead(400).end('{"error":"Invalid public key"}'));
    const env = { PERFORMANCE_PUBLIC_KEY: undefined };
    const { stderr } = await runCommand("charts", ["get", "x", "--url", server.url], { env });
    server.stop();
    expect(stderr).toContain("refuses the development key, which is used because PERFORMANCE_PUBLIC_KEY is not set. ");
  });

  it("sorts points by time", async () => {
    const data = [
      { time: 5, percentage: 40 },
      { time: 0, percentage: 100 },
    ];
    const server = await startServer((_, response) => {
      response.end(JSON.stringify({ token: "t", guid: "g", duration: 10, data }));
    });
    const { stdout } = await runCommand("charts", ["get", "g", "--url", server.url]);
    server.stop();
    expect(JSON.parse(stdout).data).toEqual(data.toReversed());
  });

  it("says that the service does not answer", async () => {
    const outcome = await runCommand("charts", ["get", "x", "--url", "http://127.0.0.1:9"]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Nothing answers at .*:9\/token .*\n$/) });
  });

  it("says that a file can't be written", async () => {
    const stderr =
      "/no/such/folder/x.svg can't be written: ENOENT: no such file or directory, open '/no/such/folder/x.svg'. Create its folder, or choose another file.\n";
    expect(await get([sample.guid, "--draw", "/no/such/folder/x.svg"])).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("charts -- list and delete", () => {
  it("list the charts in the table, over many pages", async () => {
    const guids = Array.from({ length: 8 }, (_, index) => `large ${index}`);
    // An answer of Scan holds at most 1 MB of items, whatever the projection.
    for (const guid of guids) {
      await writeChartItem({ guid, duration: 3_661, points: 12, updatedAt: "now", chart: new Uint8Array(300_000) });
    }
    await writeChartItem({ guid: "plain", duration: 5, data: [] });
    await writeChartItem({ guid: "without duration", data: [] });
    const { code, stdout } = await runCommand("charts", ["list"]);
    expect(code).toBe(0);
    const lines = stdout.split("\n").map((line) => line.trim().split(/ {2,}/));
    expect(lines[0]).toEqual(["DURATION", "LISTENERS", "POINTS", "UPDATED", "SOURCES", "GUID"]);
    for (const guid of guids) expect(lines).toContainEqual(["1:01:01", "-", "12", "now", "own", guid]);
    expect(lines).toContainEqual(["0:05", "-", "-", "-", "-", "plain"]);
    expect(lines).toContainEqual(["-", "-", "-", "-", "-", "without duration"]);
  });
});

describe("the commands", () => {
  it.each([
    ["charts", "import"],
    ["charts", "map"],
    ["charts", "get"],
    ["charts", "report"],
    ["charts", "list"],
    ["charts", "export"],
    ["charts", "delete"],
    ["charts", "register"],
    ["tokens", "revoke"],
    ["tokens", "list"],
  ] as const)("of %s have help with an example: %s", async (script, command) => {
    const { code, stdout } = await runCommand(script, [command, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`\\$ .*npm run .*${script} -- ${command}`));
  });
});
