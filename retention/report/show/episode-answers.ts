import { formatTime } from "../../sources/base/times.ts";
import { formatPercent, listFirst, quote } from "../curve/text.ts";
import type { Loss } from "../episode/loss.ts";
import { describeDeviation } from "../episode/summary.ts";
import type { ToldAnswer } from "./finding.ts";
import type { ShowFindings } from "./show.ts";

/** Names the largest losses of single episodes. */
export function describeLosses({ losses, lossesByChance, judged }: ShowFindings): ToldAnswer[] {
  const found = losses.flatMap((episode) => {
    const { loss } = episode.findings;
    return loss ? [{ episode, loss }] : [];
  });
  const [first, ...more] = found;
  if (!first) return [];
  const named = found.map(({ episode: { title }, loss }) => {
    const amount = formatPercent(100 * loss.share);
    return `${quote(title)} (${amount} of those present ${describePlace(loss)})`;
  });
  const count = more.length > 0 ? `${found.length} episodes have drop-offs` : "One episode has a drop-off";
  const { episode, loss } = first;
  return [
    {
      line: `${count} beyond the usual (by chance, up to ${lossesByChance} would): ${listFirst(named)}.`,
      finding: {
        kind: "loss",
        guid: episode.guid,
        title: episode.title,
        ...loss,
        byChance: { episodes: lossesByChance, of: judged },
      },
    },
  ];
}

function describePlace({ from, chapter }: Loss): string {
  return chapter === undefined ? `at ${formatTime(from)}` : `during ${quote(chapter)}`;
}

/** Names the episodes that differ from the others, those that differ most certainly first. */
export function describeDiffering({ differing, judged, byChance }: ShowFindings): ToldAnswer[] {
  if (judged === 0) return [];
  const found = differing.flatMap((episode) => {
    const [deviation] = episode.findings.deviations;
    if (!deviation) return [];
    return { episode, deviation };
  });
  const [first, ...more] = found;
  if (!first) return [{ line: "No episode differs from the others by more than chance.", isNone: true }];
  const chance = `of ${judged}, ${byChance === 1 ? "one" : `up to ${byChance}`} might by chance`;
  const count = more.length > 0 ? `${found.length} episodes stand` : "One episode stands";
  const named = found.map(({ episode, deviation }) => `${quote(episode.title)} (${describeDeviation(deviation)})`);
  const { figure, value, usual } = first.deviation;
  const { guid, title } = first.episode;
  return [
    {
      line: `${count} apart (${chance}): ${listFirst(named)}.`,
      finding: { kind: "apart", guid, title, figure, value, usual, byChance: { episodes: byChance, of: judged } },
    },
  ];
}

/** Names the episode that keeps its listeners best for its length, if one clearly does. */
export function describeBest({ best, compared, judged }: ShowFindings): ToldAnswer[] {
  if (judged === 0 || compared === 0) return [];
  if (!best)
    return [{ line: "No episode keeps its listeners clearly better than others of its length.", isNone: true }];
  const { episode } = best;
  const { average } = episode.figures;
  const kept = formatPercent(average);
  const usual = `usual for ${formatTime(episode.end)}: ${formatPercent(best.usual)}`;
  return [
    {
      line: `${quote(episode.title)} keeps its listeners best for its length: on average ${kept}, ${usual}.`,
      finding: {
        kind: "best",
        guid: episode.guid,
        title: episode.title,
        figure: "average",
        value: average,
        usual: best.usual,
      },
    },
  ];
}
