import { formatTime } from "../../sources/base/times.ts";
import { FIGURES } from "../curve/figures.ts";
import { formatPercent, listFirst, quote, quoteShort } from "../curve/text.ts";
import { OF_PRESENT } from "../episode/headline.ts";
import type { Loss } from "../episode/loss.ts";
import { describeDeviation } from "../episode/summary.ts";
import { formatSigned, LABELS, linkMore, type ToldAnswer } from "./cards.ts";
import type { Found, LeadingPassage, ShowFindings } from "./show.ts";

/** Names the largest losses of single episodes. */
export function describeLosses({ losses, lossesByChance }: ShowFindings): ToldAnswer[] {
  const found = losses.flatMap((episode) => {
    const { loss } = episode.findings;
    return loss ? [{ episode, loss, amount: formatPercent(100 * loss.share), passage: toPassage(episode) }] : [];
  });
  const [first, ...more] = found;
  if (!first) return [];
  const named = found.map(({ episode: { title }, loss, amount }) => {
    return `${quote(title)} (${amount} of those present ${describePlace(loss, quote)})`;
  });
  const count = more.length > 0 ? `${found.length} episodes have drop-offs` : "One episode has a drop-off";
  const { episode, loss, amount, passage } = first;
  return [
    {
      line: `${count} beyond the usual (by chance, up to ${lossesByChance} would): ${listFirst(named)}.`,
      card: {
        label: more.length > 0 ? `Largest of ${found.length} drop-offs` : LABELS.loss,
        amount,
        of: OF_PRESENT,
        claim: `drop off ${describePlace(loss, quoteShort)} in ${quoteShort(episode.title)}`,
        passage,
        isOfEpisode: true,
        ...linkMore(more),
      },
    },
  ];
}

function describePlace({ from, chapter }: Loss, quoteTitle: (title: string) => string): string {
  return chapter === undefined ? `at ${formatTime(from)}` : `during ${quoteTitle(chapter)}`;
}

/** Names the episodes that differ from the others, those that differ most certainly first. */
export function describeDiffering({ differing, judged, byChance }: ShowFindings): ToldAnswer[] {
  if (judged === 0) return [];
  const found = differing.flatMap((episode) => {
    const [deviation] = episode.findings.deviations;
    if (!deviation) return [];
    return { episode, deviation, amount: formatSigned(deviation.value - deviation.usual), passage: toPassage(episode) };
  });
  const [first, ...more] = found;
  if (!first) return [{ line: "No episode differs from the others by more than chance." }];
  const chance = `of ${judged}, ${byChance === 1 ? "one" : `up to ${byChance}`} might by chance`;
  const count = more.length > 0 ? `${found.length} episodes stand` : "One episode stands";
  const named = found.map(({ episode, deviation }) => `${quote(episode.title)} (${describeDeviation(deviation)})`);
  const { episode, amount, passage } = first;
  const { figure, value, usual } = first.deviation;
  return [
    {
      line: `${count} apart (${chance}): ${listFirst(named)}.`,
      card: {
        label: more.length > 0 ? `Clearest of ${found.length} that stand apart` : "Stands apart",
        amount,
        claim: `${quoteShort(episode.title)}: ${FIGURES[figure].name} ${formatPercent(value)}, usually ${formatPercent(usual)}`,
        passage,
        isOfEpisode: true,
        ...linkMore(more),
      },
    },
  ];
}

/** Names the episode that keeps its listeners best for its length, if one clearly does. */
export function describeBest({ best, compared, judged }: ShowFindings): ToldAnswer[] {
  if (judged === 0 || compared === 0) return [];
  if (!best) return [{ line: "No episode keeps its listeners clearly better than others of its length." }];
  const { episode } = best;
  const { average } = episode.figures;
  const kept = formatPercent(average);
  const usual = `usual for ${formatTime(episode.end)}: ${formatPercent(best.usual)}`;
  return [
    {
      line: `${quote(episode.title)} keeps its listeners best for its length: on average ${kept}, ${usual}.`,
      card: {
        label: "Holds best for its length",
        amount: formatSigned(average - best.usual),
        claim: `${quoteShort(episode.title)} keeps ${kept} on average, ${usual}`,
        passage: toPassage(episode),
        isOfEpisode: true,
      },
    },
  ];
}

/** An episode's place to look at is its largest loss. */
function toPassage({ guid, title, findings }: Found): LeadingPassage {
  const { from = 0, to = 0 } = findings.loss ?? {};
  return { guid, title, from, to };
}
