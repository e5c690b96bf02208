import { describe, expect, it } from "vitest";
import { summarize } from "../../report/episode/summary.ts";
import { makeLoss } from "./exact.ts";

const figures = { after1min: 80, average: 61, last5percent: 48 };
const curve = {
  insights: { end: 2_400, figures, moments: [], unit: "listener" },
  loss: undefined,
  usual: undefined,
  figures: [],
  people: undefined,
  doubt: undefined,
  youth: undefined,
} as const;
const FIGURES = "80 % are still there after 1 min, 48 % reach the last 5 %.";
const usual = { similar: 6, any: 6, figures: {} };
const average = { figure: "average", value: 61, usual: 66, p: 0.4, low: 55, high: 74 } as const;
const opening = { figure: "after1min", value: 80, usual: 81, p: 0.8, low: 70, high: 90 } as const;
const ending = { figure: "last5percent", value: 48, usual: 50, p: 0.6, low: 40, high: 60 } as const;
const RANGE = "Its average, 61 %, is within the show's usual range of 55 to 74 %";

/** Summarizes a curve, with ordinary spaces. */
function tell(more: Partial<Parameters<typeof summarize>[0]>) {
  const { headline, notes } = summarize({ ...curve, ...more });
  return { headline: headline.replaceAll("\u00a0", " "), notes: notes.map((note) => note.replaceAll("\u00a0", " ")) };
}

describe("what is said of an episode", () => {
  it("is no more than its figures where nothing is known of others", () => {
    expect(tell({})).toEqual({ headline: "No moment stands out.", notes: [FIGURES] });
  });

  it("says nothing of moments that a curve of few points can't show", () => {
    expect(tell({ doubt: "10 points" }).headline).toBe("This curve has only 10 points, so it proves little.");
  });

  it("names the chapter that listeners leave, with what is usual there", () => {
    const loss = makeLoss(1_215, 1_575, 0.2, { chapter: "Letters", usual: 0.05 });
    const during = (people: string) =>
      `20 % of those present drop off during “Letters”, 20:15 to 26:15 (${people}usual there: 5 %).`;
    expect(tell({ loss }).headline).toBe(during(""));
    expect(tell({ loss, insights: { ...curve.insights, whole: 500 } }).headline).toBe(during("80 of 400; "));
  });

  it.each([
    [[average], `${RANGE}.`],
    [[opening, average], `${RANGE}, as is its opening.`],
    [[opening, average, ending], `${RANGE}, as are its opening and ending.`],
  ])("has the usual range of the figure that is farthest from its usual", (judged, text) => {
    expect(tell({ usual, figures: judged }).notes).toEqual([FIGURES, text]);
  });

  it("says what could not be compared", () => {
    const few = "Too few episodes are of a similar length to compare more.";
    const any = { ...usual, similar: 0 };
    expect(tell({ usual: any, figures: [average] }).notes.at(-1)).toBe(`${RANGE}. ${few}`);
    expect(tell({ usual: any, figures: [] }).notes).toEqual([FIGURES, few]);
    expect(tell({ usual: any, figures: [], youth: { days: 2 } }).notes).toEqual([FIGURES]);
  });
});
