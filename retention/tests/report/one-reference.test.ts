import { describe, expect, it } from "vitest";
import { planShows, plantAt } from "../../bench/planting.ts";
import { type ShowPlan, SIMULATORS, simulateShow } from "../../bench/simulators/simulated-show.ts";
import { FIGURES, findOpeningFigure } from "../../report/curve/figures.ts";
import { formatPercent, formatPoints, subtractShown } from "../../report/curve/text.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { UsualBands } from "../../report/episode/usual-bands.ts";
import { readBand } from "../../report/episode/usual-skips.ts";
import type { Report } from "../../report/make/compare-episodes.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { tellFinding } from "../../report/show/finding-words.ts";

/** Lists where a report contradicts itself: its sentences, findings, rows and curves name another usual than the episode's. */
function listContradictions({ shows, episodes }: Report): string[] {
  const bands = new UsualBands(episodes);
  const row = selectColumns(episodes).find(({ key }) => key === "usual");
  const ofEpisodes = episodes.flatMap((episode) => {
    const { usual, deviations, insights, headline, notes, title } = episode;
    const wrong: string[] = [];
    const check = (isRight: boolean, what: string) => isRight || wrong.push(`${title}: ${what}`);
    const text = [headline, ...notes].join(" ");
    for (const { figure, value, usual: usually } of deviations) {
      check(usual?.figures[figure] === usually, `${figure} of a deviation`);
      const said = `${FIGURES[figure].name} ${formatPercent(value)}, usual ${formatPercent(usually)}`;
      check(!text.includes("differs from the others") || text.includes(said) || figure !== deviations[0]?.figure, said);
    }
    const opening = findOpeningFigure(insights.figures);
    const usually = usual?.figures[opening];
    if (usually !== undefined) {
      const said = `${formatPercent(insights.figures[opening] ?? 0)} are still there ${FIGURES[opening].name} (usual ${usually.toFixed(0)})`;
      check(text.includes(said), said);
      const drawn = readBand(bands.getUsual(episode), FIGURES[opening].time === "1 min" ? 62 : 32);
      check(drawn === undefined || Math.abs(drawn - usually) < 3, `a curve at ${drawn}, beside ${usually}`);
    }
    const shown = usual && subtractShown(insights.figures.average, usual.figures.average ?? insights.figures.average);
    const sign = row?.format(episode).replace("−", "-") ?? "";
    check(
      shown === undefined || usual?.figures.average === undefined || (Number(sign) || 0) === shown,
      `a row of ${sign}`,
    );
    return wrong;
  });
  return [
    ...ofEpisodes,
    ...shows.flatMap(({ findings }) => findings.flatMap((found) => checkFinding(found, episodes))),
  ];
}

function checkFinding(found: Report["shows"][number]["findings"][number], episodes: readonly Episode[]): string[] {
  const { headline, evidence } = tellFinding(found);
  if (found.kind === "change") {
    const { shift, size } = found;
    const isRight =
      !shift || (subtractShown(shift.after, shift.before) === size && headline.startsWith(formatPoints(size)));
    return isRight ? [] : [`${headline}: ${evidence}`];
  }
  const { insights, usual } = episodes.find(({ guid }) => guid === found.guid) ?? {};
  if ("share" in found) {
    const of = found.people?.of ?? 0;
    const isRight = found.episodes !== undefined || of === 0 || Math.round(found.share * of) === found.people?.count;
    return isRight ? [] : [`${headline}: ${evidence}`];
  }
  const isRight = insights?.figures[found.figure] === found.value && usual?.figures[found.figure] === found.usual;
  const points = `${Math.abs(subtractShown(found.value, found.usual))} point`;
  return isRight && (found.kind === "best" || evidence.startsWith(points)) ? [] : [`${headline}: ${evidence}`];
}

/** Shows with a step at the tenth episode, an episode that 30 % leave, and a tenth of them twice as long. */
const plan = planShows(
  20,
  (script, index, random): ReturnType<ShowPlan["change"]> => ({
    ...(index >= 10 && { opening: script.opening + 0.12 }),
    ...(index % 9 === 4 && { duration: 2 * script.duration }),
    ...(index === 15 && plantAt(script, random, [0.3, 0.5], { kind: "leave", share: 0.3, seconds: 10 })),
  }),
);

describe("card, row, sentence and curve", () => {
  const reports = (["commuters", "households"] as const).flatMap((name) =>
    [0, 1, 2, 3].map((seed) => simulateShow(SIMULATORS[name], plan(SIMULATORS[name], seed), 31_000 + seed).report),
  );

  it("have one usual in simulated shows that change", () => {
    expect(reports.flatMap(({ shows }) => shows.flatMap(({ findings }) => findings)).length).toBeGreaterThan(8);
    expect(reports.flatMap(listContradictions)).toEqual([]);
  });

  it("would be said to contradict one another if the usual of one were another", () => {
    const [report] = reports;
    const planted = report?.episodes.map((episode) => {
      const { usual } = episode;
      const after1min = (usual?.figures.after1min ?? 0) - 5;
      return usual ? { ...episode, usual: { ...usual, figures: { ...usual.figures, after1min } } } : episode;
    });
    expect(listContradictions({ shows: report?.shows ?? [], episodes: planted ?? [] }).length).toBeGreaterThan(15);
  });
});
