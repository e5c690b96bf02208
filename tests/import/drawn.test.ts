import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Outcome, runCommand, useFolder } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { getShared } from "../support/shared.ts";
import { requireXml } from "../support/xml.ts";

const service = { url: await getShared("service") };
const save = useFolder();
const folder = dirname(save("x", ""));

function sample(name: string): Buffer {
  return readFileSync(new URL(`formats/${name}`, import.meta.url));
}

async function get(guid: string, ...args: string[]): Promise<Outcome> {
  return runCommand("charts", ["get", guid, "--url", service.url, ...args]);
}

/** Draws the chart of an episode from a running service. Returns its points as pairs of time and percentage. */
async function draw(guid: string): Promise<number[][]> {
  const file = join(folder, "chart.svg");
  const { code, stdout } = await get(guid, "--print", "json", "--draw", file);
  expect(code).toBe(0);
  const svg = readFileSync(file, "utf8");
  requireXml(svg);
  expect(svg).toMatch(`Listeners of ${guid}</title>`);
  const { data }: { data: { time: number; percentage: number }[] } = JSON.parse(stdout);
  return data.map(({ time, percentage }) => [time, percentage]);
}

describe("the service draws what was imported from", () => {
  it("YouTube Studio's table, with --guid and --duration", async () => {
    const args = ["--guid", "urn:studio", "--duration", "45:30"];
    expect(await importFiles(...args, save("All.csv", sample("studio.csv")))).toMatchObject({ code: 0 });
    expect(await draw("urn:studio")).toEqual([
      [0, 104.2],
      [27.3, 91.37],
    ]);
  });

  it("Apple's document, without options", async () => {
    expect(await importFiles(save("apple.json", sample("apple.json")))).toMatchObject({ code: 0 });
    expect(await draw("urn:example:ep-7")).toEqual([
      [0, 100],
      [15, 88.89],
      [30, 66.67],
    ]);
  });

  it("a folder of Spotify's files, with --map", async () => {
    mkdirSync(join(folder, "spotify"));
    const keys = ["4rOoJ6Egrf8K2IrywzwOMk", "5rOoJ6Egrf8K2IrywzwOMk"];
    for (const key of keys) save(`spotify/${key}.json`, sample("spotify.json"));
    const map = save("map.json", JSON.stringify(Object.fromEntries(keys.map((key) => [key, `urn:spotify:${key[0]}`]))));
    expect(await importFiles("--map", map, join(folder, "spotify"))).toMatchObject({ code: 0 });
    for (const guid of ["urn:spotify:4", "urn:spotify:5"])
      expect(await draw(guid)).toEqual([
        [0, 92.31],
        [1, 100],
        [2, 100],
        [3, 84.62],
        [4, 69.23],
        [5, 69.23],
      ]);
  });

  it("a chart's own CSV, which gives the same chart", async () => {
    const data = [0, 1e-7, 2.5, 2.5, 10].map((time) => ({ time, percentage: 123.45678901234567 - time }));
    const chart = { guid: 'its "own", CSV\n🎧', duration: 10, data };
    await importFiles(save("chart.json", JSON.stringify(chart)));
    const csv = await get(chart.guid, "--print", "csv");
    await runCommand("charts", ["delete", chart.guid]);
    expect(await importFiles(save("chart.csv", csv.stdout))).toMatchObject({ code: 0 });
    expect(JSON.parse((await get(chart.guid, "--print", "json")).stdout)).toEqual(chart);
  });
});
