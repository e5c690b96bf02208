import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { XMLValidator } from "fast-xml-parser";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Chart, Point } from "../../lib/chart.ts";
import { computeInsights, type Drop } from "../../scripts/charts/draw/insights.ts";
import { drawSvg } from "../../scripts/charts/draw/svg.ts";
import { drawTerminal } from "../../scripts/charts/draw/terminal.ts";
import { computeSampleChart } from "../../scripts/local/sample-chart.ts";

function chart(duration: number, ...percentages: number[]): Chart {
  const step = duration / percentages.length;
  return { guid: "g", duration, data: percentages.map((percentage, index) => ({ time: index * step, percentage })) };
}

describe("the insights of a curve", () => {
  it("have the average, weighted by time", () => {
    const data = [
      { time: 0, percentage: 100 },
      { time: 10, percentage: 50 },
    ];
    expect(computeInsights({ guid: "g", duration: 40, data }).average).toBe(62.5);
  });

  it("have the percentages at the quarters", () => {
    const { remaining } = computeInsights(chart(400, 100, 80, 60, 40));
    expect(remaining.map(({ percentage }) => percentage)).toEqual([80, 60, 40, 40]);
  });

  it("have the sharpest drop within 30 seconds", () => {
    const falling = Array.from({ length: 100 }, (_, time) => (time < 50 ? 100 : Math.max(40, 150 - time)));
    expect(computeInsights(chart(100, ...falling)).sharpestDrop).toEqual({ time: 50, seconds: 30, points: 30 });
  });

  it("have the sharpest drop between two points that are further apart", () => {
    expect(computeInsights(chart(400, 100, 90, 20, 10)).sharpestDrop).toEqual({ time: 100, seconds: 100, points: 70 });
  });

  it("have no drop if the curve never falls", () => {
    expect(computeInsights(chart(10, 1, 1, 2)).sharpestDrop).toBeUndefined();
  });

  it("have the first and shortest of equally sharp drops", () => {
    const data = [50, 50, 30, 30, 50, 30].map((percentage, index) => ({ time: index * 10, percentage }));
    expect(computeInsights({ guid: "g", duration: 60, data }).sharpestDrop).toEqual({
      time: 10,
      seconds: 10,
      points: 20,
    });
  });

  it("have the same drop as a search over all pairs of points", () => {
    const point = fc.record({ time: fc.nat(120), percentage: fc.nat(12) });
    const curve = fc
      .array(point, { minLength: 1, maxLength: 60 })
      .map((data) => data.toSorted((a, b) => a.time - b.time));
    fc.assert(
      fc.property(curve, (data) => {
        expect(computeInsights({ guid: "g", duration: 120, data }).sharpestDrop).toEqual(findSharpestDrop(data));
      }),
      { numRuns: 2_000 },
    );
  });

  it("are computed within the test's time-out for 200,000 points within half a minute", () => {
    const data = Array.from({ length: 200_000 }, (_, index) => ({
      time: index / 7_000,
      percentage: 100 - index / 2_000,
    }));
    expect(computeInsights({ guid: "g", duration: 60, data }).sharpestDrop?.points).toBeCloseTo(100, 2);
  });
});

/** Tries all pairs of points within 30 s or consecutive, for the largest loss: the shortest of equals, or the first. */
function findSharpestDrop(data: readonly Point[]): Drop | undefined {
  const pairs = data.flatMap((start, index) =>
    data
      .slice(index + 1)
      .filter((end, distance) => distance === 0 || end.time - start.time <= 30)
      .map((end) => ({
        time: start.time,
        seconds: end.time - start.time,
        points: start.percentage - end.percentage,
      })),
  );
  return pairs
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || a.seconds - b.seconds || a.time - b.time)[0];
}

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

describe("a drawing for a terminal", () => {
  it.each(CHARTS)("fits the terminal: %s", (_, curve) => {
    for (const [columns, rows] of [
      [80, 24],
      [120, 40],
      [40, 24],
    ] as const) {
      const drawing = drawTerminal(curve, { columns, rows });
      const lines = stripVTControlCharacters(drawing).split("\n");
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThan(rows);
      for (const unwanted of UNWANTED) expect(drawing).not.toContain(unwanted);
    }
  });

  it("has the curve between axes of percent and minutes, and the insights below", () => {
    const drawing = stripVTControlCharacters(drawTerminal(chart(3_600, 100, 100, 0, 0), { columns: 47, rows: 22 }));
    const lines = drawing.split("\n");
    expect(lines[1]).toMatch(/^ 100%┤⠉{10}[^⠉]$/u);
    expect(lines.find((line) => line.startsWith("   0%┤"))).toMatch(/^ {3}0%┤ {19}[^ ⣀]+⣀{19}$/u);
    expect(drawing).toMatch(/0 min +15 +30 +45 +60/);
    expect(drawing).toMatch("Sharpest drop: 100.0 points");
  });

  it("shortens a title in the middle, by its width on the screen", () => {
    const [title] = drawTerminal(
      { ...chart(90, 100, 20), guid: "一二三四五六七八九十".repeat(2) },
      { columns: 40, rows: 24 },
    )
      .split("\n")
      .map(stripVTControlCharacters);
    expect(title).toBe("      一二三四五…五六七八九十 (1:30)");
    const family = "👨‍👩‍👧‍👦".repeat(30);
    expect(drawTerminal({ ...chart(90, 100, 20), guid: family }, { columns: 40, rows: 24 })).toMatch(
      /(👨‍👩‍👧‍👦){5}…(👨‍👩‍👧‍👦){6} /u,
    );
  });

  it("takes a terminal of unknown size for one of 80 by 24", () => {
    const curve = computeSampleChart();
    expect(drawTerminal(curve, { columns: 0, rows: 0 })).toBe(drawTerminal(curve, { columns: 80, rows: 24 }));
  });

  it("labels the times of a short episode in minutes and seconds", () => {
    const drawing = stripVTControlCharacters(drawTerminal(chart(90, 100, 20), { columns: 80, rows: 24 }));
    expect(drawing).toMatch(/^ +0:00 +0:10 +0:20 .* 1:20 +1:30$/m);
  });

  it("has the title that it is given", () => {
    const drawing = stripVTControlCharacters(drawTerminal(chart(90, 100, 20), { columns: 80, rows: 24 }, "Episode 1"));
    expect(drawing).toMatch(/^ +Episode 1 \(1:30\)$/m);
  });
});

describe("an SVG drawing", () => {
  it.each(CHARTS)("is well-formed, small and within its view box: %s", (_, curve) => {
    const svg = drawSvg(curve);
    expect(XMLValidator.validate(svg)).toBe(true);
    for (const unwanted of UNWANTED) expect(svg).not.toContain(unwanted);
    expect(svg.length).toBeLessThan(60_000);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
    for (const [, x, y] of svg.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)) {
      expect(Number(x)).toBeLessThanOrEqual(width ?? 0);
      expect(Number(y)).toBeLessThanOrEqual(height ?? 0);
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(0);
    }
  });

  it("has no character that XML 1.0 forbids, whatever the GUID", () => {
    const units = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit));
    for (const guid of [units.join(" "), "\ud800", "x\udfff", "\ufffe", "\uffff", "\u0001"]) {
      expect(drawSvg({ ...chart(90, 100, 20), guid })).not.toMatch(NOT_XML);
    }
  });

  it("has a title, a description and colours for light and dark", () => {
    const svg = drawSvg(computeSampleChart());
    expect(svg).toMatch('role="img" aria-labelledby="title desc"');
    expect(svg).toMatch('<title id="title">Listeners of sample-episode</title>');
    expect(svg).toMatch(
      /<desc id="desc">Length: 1:00:00\. Average: 67\.3 %\. .* Sharpest drop: 19\.3 points .*<\/desc>/,
    );
    expect(svg).toMatch("@media (prefers-color-scheme: dark)");
  });

  it("labels the times of a short episode in minutes and seconds, of others in minutes", () => {
    const readLabels = (svg: string) =>
      [...svg.matchAll(/y="400" text-anchor="middle">([^<]*)/g)].map(([, name]) => name).join(" ");
    const readUnit = (svg: string) => />([^<>]*)<\/text>\n<path/.exec(svg)?.[1];
    const [shortest, short, long, longest] = [20, 179, 180, 1e7].map((duration) => drawSvg(chart(duration, 100, 20)));
    expect(readLabels(String(shortest))).toBe("0:00 0:02 0:04 0:06 0:08 0:10 0:12 0:14 0:16 0:18 0:20");
    expect(readLabels(String(short))).toBe("0:00 0:15 0:30 0:45 1:00 1:15 1:30 1:45 2:00 2:15 2:30 2:45");
    expect(readLabels(String(long))).toBe("0 1 2 3");
    expect(readLabels(String(longest))).toMatch(/^0 10000 20000 .* 160000$/);
    expect([short, long].map((svg) => readUnit(String(svg)))).toEqual(["minutes:seconds", "minutes"]);
  });

  it("has the title that it is given", () => {
    const svg = drawSvg(chart(90, 100, 20), "Episode <1>");
    expect(svg).toContain('<title id="title">Listeners of Episode &lt;1&gt;</title>');
    expect(svg).toMatch(/<text class="title"[^>]*>Episode &lt;1&gt;<\/text>/);
  });

  it("keeps a spike of one second in 18 hours", () => {
    const spiked = chart(64_800, ...Array.from({ length: 64_800 }, (_, time) => (time === 40_000 ? 100 : 10)));
    const [, curve] = /class="curve" d="([^"]*)"/.exec(drawSvg(spiked)) ?? [];
    expect(curve).toMatch(/L[\d.]+,96L/);
  });
});
