import { describe, expect, it } from "vitest";
import type { Chart } from "../../../lib/chart.ts";
import { unpackCurve } from "../../report/episode/packed-curve.ts";
import { UsualBands } from "../../report/episode/usual-bands.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { drawFindingPicture } from "../../report/make/finding-pictures.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { unpackProfile } from "../../report/usual/profile.ts";

/** A point every 12 seconds of an hour, of which those at 180 and 192 are missing, where more than half of the listeners leave. */
const data = Array.from({ length: 300 }, (_, index) => ({ time: 12 * index, percentage: index < 16 ? 100 : 40 }));
const chart: Chart = { guid: "g", duration: 3_600, data: data.filter(({ time }) => time !== 180 && time !== 192) };

const whole: Chart = { ...chart, data };

function compare(one: Chart, others: readonly Chart[] = []) {
  const curves = [one, ...others].map((each, index) => ({ chart: each, listeners: 500, source: `source-${index}` }));
  const [first = curves[0], ...rest] = curves;
  const [episode] = first ? compareEpisodes([computeEpisode({ guid: "g", curves: [first, ...rest] })]).episodes : [];
  if (!episode) throw new Error("There is no episode.");
  return episode;
}

describe("a curve that lacks points, in a report", () => {
  it("has where they are missing beside the thinned curve, which keeps the values on both sides", () => {
    const { gaps, curve } = compare(chart);
    expect(gaps).toEqual([{ from: 180, to: 204 }]);
    const around = unpackCurve(curve).filter(({ time }) => time >= 180 && time <= 204);
    expect(around).toEqual([
      { time: 180, percentage: 100 },
      { time: 204, percentage: 40 },
    ]);
    expect(compare(whole)).not.toHaveProperty("gaps");
    expect(compare(whole, [chart]).sources?.map(({ gaps: theirs }) => theirs)).toEqual([undefined, gaps]);
  });

  it("is a straight line in the profile with which others are compared", () => {
    const { profile } = compare(chart);
    // The first of the two missing points would be 80 %, the second one 60 %.
    expect(unpackProfile(profile, 3_600).opening.slice(34, 42)).toEqual([100, 100, 80, 80, 68, 60, 56, 40]);
  });

  it("is dashed and straight in the picture of a finding", () => {
    const drawPicture = (chart: Chart) => {
      const episode = compare(chart);
      const finding = { kind: "best", guid: "g", title: "", figure: "average", value: 50, usual: 40 } as const;
      return String(drawFindingPicture(finding, [episode], new UsualBands([episode])));
    };
    expect(drawPicture(chart)).toMatch(/class="curve gap" d="M63.5,8L67,78.8"/);
    expect(drawPicture(whole)).not.toContain("gap");
  });
});
