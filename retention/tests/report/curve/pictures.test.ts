import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Chart } from "../../../../lib/chart.ts";
import { computeSampleChart } from "../../../../local/sample-chart.ts";
import { drawTerminal } from "../../../cli/charts/terminal.ts";
import { moveApart } from "../../../report/curve/apart.ts";
import { computeInsights } from "../../../report/curve/insights.ts";
import { computeBins } from "../../../report/curve/levels/bins.ts";
import { describeInsights, describeMoments } from "../../../report/curve/sentences.ts";
import { drawSvg } from "../../../report/curve/svg.ts";
import { requireXml } from "../../support/xml.ts";

function chart(duration: number, ...percentages: number[]): Chart {
  const step = duration / percentages.length;
  return { guid: "g", duration, data: percentages.map((percentage, index) => ({ time: index * step, percentage })) };
}

const compute = (curve: Chart) => computeInsights(computeBins(curve));

describe("the insights of a curve", () => {
  it("have the average, weighted by time, and the time heard only where listeners were counted", () => {
    const data = [
      { time: 0, percentage: 100 },
      { time: 10, percentage: 50 },
    ];
    const { figures, heard } = compute({ guid: "g", duration: 40, data });
    expect([figures.average, heard]).toEqual([62.5, undefined]);
    // Half of 200 listeners hear one half, and the others the other half: half of the time, under a flat curve.
    const flat = computeBins(chart(3_600, 100, 100), 200);
    const counted = computeInsights(flat, { listeners: 200, heard: 1_800 });
    expect(describeInsights(counted)[0]).toBe("Average: 100\u00a0%, 30:00 listened");
    expect(describeInsights(computeInsights(flat, { listeners: 200 }))[0]).toBe("Average: 100\u00a0%");
  });

  it("have who is still there after some times, as far as the episode is longer, and in the last 5 %", () => {
    const falling = chart(400, ...Array.from({ length: 400 }, (_, time) => 100 - time / 4));
    expect(compute(falling).figures).toEqual({
      after30s: expect.closeTo(92.5, 0),
      after1min: expect.closeTo(85, 0),
      after5min: expect.closeTo(25, 0),
      average: expect.closeTo(50, 0),
      last5percent: expect.closeTo(5, 0),
    });
    expect(compute(chart(60, 100, 80)).figures).toEqual({ after30s: 80, average: 90, last5percent: 80 });
  });

  it("have the listeners that 100 % are, if their number is known", () => {
    expect(compute(chart(400, 100, 80, 60, 40)).whole).toBeUndefined();
    expect(computeInsights(computeBins(chart(400, 100, 80, 60, 40)), { listeners: 50 }).whole).toBe(5);
  });
});

const CHARTS: readonly [string, Chart][] = [
  ["an hour", computeSampleChart()],
  ["one point", { guid: "one", duration: 60, data: [{ time: 0, percentage: 100 }] }],
  ["no length", { guid: "none", duration: 0, data: [{ time: 0, percentage: 0 }] }],
  ["replays", chart(1_800, 120, 250, 90)],
  ["eighteen hours", chart(64_800, ...Array.from({ length: 64_800 }, (_, time) => (time * 7_919) % 101))],
  ["a GUID of wide characters", { ...chart(90, 100, 20), guid: "第一集：开始的故事".repeat(20) }],
  ["a GUID of emoji", { ...chart(90, 100, 20), guid: "👨‍👩‍👧‍👦🇩🇪".repeat(40) }],
  ["a GUID of combining characters", { ...chart(90, 100, 20), guid: "e\u0301".repeat(400) }],
  ["a long and hostile GUID", { ...chart(90, 100, 20), guid: `\u001b[31m"<&>\0🎧${"x".repeat(2_000)}` }],
];

/** Characters that XML 1.0 forbids (section 2.2, "Char"). */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const UNWANTED = ["NaN", "undefined", "\u001b[31m", "\0"];

describe("a picture for a terminal", () => {
  const draw = (curve: Chart, size = { columns: 80, rows: 24 }, caption = {}) =>
    stripVTControlCharacters(drawTerminal(curve, size, caption));

  it.each(CHARTS)("fits the terminal: %s", (_, curve) => {
    for (const [columns, rows] of [
      [80, 24],
      [120, 40],
      [40, 24],
    ] as const) {
      const picture = drawTerminal(curve, { columns, rows });
      const lines = stripVTControlCharacters(picture).split("\n");
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThan(rows);
      for (const unwanted of UNWANTED) expect(picture).not.toContain(unwanted);
    }
  });

  it("has the curve between axes of percent and minutes, and the insights below", () => {
    const picture = draw(chart(3_600, 100, 100, 0, 0), { columns: 47, rows: 22 });
    const lines = picture.split("\n");
    expect(lines[2]).toMatch(/^ 100 %┤⠉{19}[^⠉]$/u);
    expect(lines.find((line) => line.startsWith("   0 %┤"))).toMatch(/^ {3}0 %┤ {19}[^ ⣀]⣀{19}$/u);
    expect(picture).toMatch(/0 min +15 +30 +45 +60/);
    expect(picture).toMatch("Average: 50\u00a0% of the peak");
    expect(draw(chart(3_600, 104, 100, 0, 0), { columns: 47, rows: 22 })).not.toMatch("of the peak");
    expect(picture).toMatch("The curve's steps are too large to name moments");
  });

  it("has the moments' numbers above the curve, and their descriptions below", () => {
    const lines = draw(computeSampleChart(), { columns: 90, rows: 40 }).split("\n");
    expect(lines[1]).toMatch(/^ +1 +2 +3$/);
    expect(lines.slice(-3)).toEqual(describeMoments(compute(computeSampleChart())));
  });

  it("stands apart where the curve lacks points, with the times below", () => {
    const whole = chart(1_000, ...Array.from({ length: 100 }, (_, index) => (index < 50 ? 100 : 50)));
    const drawWithout = (...missing: number[]) =>
      draw({ ...whole, data: whole.data.filter(({ time }) => !missing.includes(time)) });
    const lines = drawWithout(500, 510).split("\n");
    // Between the two levels, above which the whole curve falls.
    expect(lines.findIndex((line) => line.includes("┄"))).toBeGreaterThan(2);
    expect(lines.join("").match(/┄/gu)?.length).toBe(2);
    expect(lines).toContain("┄ No values: 8:20 to 8:40");
    expect(drawWithout(100, 300, 500, 700)).toContain(
      "┄ No values: 1:40 to 1:50, 5:00 to 5:10, 8:20 to 8:30, and 1 more",
    );
    expect(drawWithout()).not.toContain("┄");
  });

  it.each([
    ["minutes and seconds", 90, /^ +0:00 +0:10 +0:20 .* 1:20 +1:30$/m],
    ["hours and minutes", 10_800, /^ +0 h +0:20 +0:40 .* 2:40 +3:00$/m],
  ])("labels times in %s, in an episode of %i s", (_, duration, labels) => {
    expect(draw(chart(duration, 100, 20))).toMatch(labels);
  });

  it.each([
    ["一二三四五六七八九十".repeat(2), "       一二三四五…六七八九十 (1:30)"],
    ["👨‍👩‍👧‍👦".repeat(30), expect.stringMatching(/(👨‍👩‍👧‍👦){5}…(👨‍👩‍👧‍👦){5} /u)],
  ])("shortens a title in the middle, by its width on the screen: %s", (guid, title) => {
    const picture = draw({ ...chart(90, 100, 20), guid }, { columns: 40, rows: 24 });
    expect(picture.split("\n")[0]).toEqual(title);
  });

  it("takes a terminal of unknown size for one of 80 by 24", () => {
    const curve = computeSampleChart();
    expect(drawTerminal(curve, { columns: 0, rows: 0 })).toBe(drawTerminal(curve, { columns: 80, rows: 24 }));
  });

  it("has the title that it is given", () => {
    expect(draw(chart(90, 100, 20), undefined, { title: "Episode 1" })).toMatch(/^ +Episode 1 \(1:30\)$/m);
  });
});

describe("an SVG picture", () => {
  it.each(CHARTS)("is well-formed, small and within its view box: %s", (_, curve) => {
    const svg = drawSvg(curve);
    requireXml(svg);
    for (const unwanted of UNWANTED) expect(svg).not.toContain(unwanted);
    expect(svg.length).toBeLessThan(60_000);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
    const [, path = ""] = /class="curve" d="([^"]*)"/.exec(svg) ?? [];
    for (const [, command, place] of path.matchAll(/([HV])(-?[\d.]+)/g)) {
      expect(Number(place)).toBeLessThanOrEqual((command === "H" ? width : height) ?? 0);
      expect(Number(place)).toBeGreaterThanOrEqual(0);
    }
  });

  it("has no character that XML 1.0 forbids, whatever the GUID", () => {
    const units = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit));
    for (const guid of [units.join(" "), "\ud800", "x\udfff", "\ufffe", "\uffff", "\u0001"]) {
      expect(drawSvg({ ...chart(90, 100, 20), guid })).not.toMatch(NOT_XML);
    }
  });

  it("is dashed and straight where the curve lacks points", () => {
    const whole = chart(1_000, ...Array.from({ length: 100 }, (_, index) => 100 - index / 2));
    const svg = drawSvg({ ...whole, data: whole.data.filter(({ time }) => time !== 500 && time !== 510) });
    expect(/class="curve gap" d="([^"]*)"/.exec(svg)?.[1]).toBe("M468,176.7L483.8,180.6");
    expect(/class="curve" d="([^"]*)"/.exec(svg)?.[1]?.split("M").slice(1)).toEqual([
      expect.stringMatching(/^72,112H.*H468V176\.7$/),
      expect.stringMatching(/^483\.8,180\.6H/),
    ]);
    requireXml(svg);
    expect(drawSvg(whole)).not.toContain('class="curve gap"');
  });

  it("has a title, its own or the one that it is given, a description, and colours for light and dark", () => {
    const titled = drawSvg(chart(90, 100, 20), { title: "Episode <1>" });
    expect(titled).toContain('<title id="title">Listeners of Episode &lt;1&gt;</title>');
    expect(titled).toMatch(/<text class="title"[^>]*>Episode &lt;1&gt;<\/text>/);
    const svg = drawSvg(computeSampleChart());
    expect(svg).toMatch('role="img" aria-labelledby="title desc"');
    expect(svg).toMatch('<title id="title">Listeners of sample-episode</title>');
    expect(svg).toMatch(
      /<desc id="desc">Length: 1:00:00\. Average: 67\u00a0% of the peak\. .* 1\. \d+\u00a0% of those present skip .*<\/desc>/,
    );
    expect(svg).toMatch("@media (prefers-color-scheme: dark)");
  });

  it.each([
    [20, "minutes:seconds", "0:00 0:02 0:04 0:06 0:08 0:10 0:12 0:14 0:16 0:18 0:20"],
    [179, "minutes:seconds", "0:00 0:15 0:30 0:45 1:00 1:15 1:30 1:45 2:00 2:15 2:30 2:45"],
    [180, "minutes", "0 1 2 3"],
    [10_800, "hours:minutes", "0:00 0:15 0:30 0:45 1:00 1:15 1:30 1:45 2:00 2:15 2:30 2:45 3:00"],
    [1e7, "hours:minutes", expect.stringMatching(/^0:00 200:00 400:00 .* 2600:00$/)],
  ])("labels the times of an episode of %i s in %s", (duration, unit, labels) => {
    const svg = drawSvg(chart(duration, 100, 20));
    const times = [...svg.matchAll(/y="400" text-anchor="middle">([^<]*)/g)].map(([, name]) => name);
    expect(times.join(" ")).toEqual(labels);
    expect(/>([^<>]*)<\/text>\n<path/.exec(svg)?.[1]).toBe(unit);
  });

  it("draws steps, because a value counts until the next one", () => {
    const [, curve] = /class="curve" d="([^"]*)"/.exec(drawSvg(chart(100, 100, 0))) ?? [];
    expect(curve).toBe("M72,112H468V376H864V376");
  });

  it("has a number and a description of each moment", () => {
    const svg = drawSvg(computeSampleChart());
    const moments = describeMoments(compute(computeSampleChart()));
    expect([...svg.matchAll(/class="moment"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(moments);
    expect(svg.match(/class="mark"/g)).toHaveLength(moments.length);
  });

  it("cuts a title in the middle that is too wide for it", () => {
    const draw = (title: string) => /class="title"[^>]*>([^<]*)</.exec(drawSvg(chart(90, 100, 20), { title }))?.[1];
    expect(draw("a".repeat(80))).toBe("a".repeat(80));
    expect(draw(`${"a".repeat(60)}${"b".repeat(60)}`)).toBe(`${"a".repeat(39)}…${"b".repeat(40)}`);
    expect(draw("一".repeat(60))).toBe(`${"一".repeat(19)}…${"一".repeat(20)}`);
  });

  it("keeps a spike of one second in 18 hours", () => {
    const spiked = chart(64_800, ...Array.from({ length: 64_800 }, (_, time) => (time === 40_000 ? 100 : 10)));
    const [, curve] = /class="curve" d="([^"]*)"/.exec(drawSvg(spiked)) ?? [];
    expect(curve).toMatch(/V112H/);
  });
});

it("marks are moved apart where they would overlap, each as little as possible", () => {
  expect(moveApart([10, 50, 52, 90], 10)).toEqual([10, 46, 56, 90]);
  expect(moveApart([50, 50, 50], 10)).toEqual([40, 50, 60]);
  expect(moveApart([0, 9, 10, 11, 12], 5)).toEqual([-1.6, 3.4, 8.4, 13.4, 18.4]);
  expect(moveApart([], 5)).toEqual([]);
});
