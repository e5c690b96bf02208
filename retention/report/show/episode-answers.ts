import { formatTime } from "../../sources/base/times.ts";
import { countPresent, MIN_SHARE_OF_FEW } from "../curve/moments/moments.ts";
import { isFew, tellPart } from "../curve/sentences.ts";
import { formatDifference, formatPercent, listFirst, MAX_TITLE, quote, subtractShown } from "../curve/text.ts";
import { tellPlace } from "../episode/loss.ts";
import { describeDeviation } from "../episode/summary.ts";
import { addPeople } from "../episode/told-moments.ts";
import { MIN_POINTS } from "../usual/typicality.ts";
import type { ToldAnswer } from "./finding.ts";
import type { ShowFindings } from "./show.ts";

/** Names the largest losses of single episodes. */
export function describeLosses({ losses, lossesByChance }: ShowFindings): ToldAnswer[] {
  const found = losses.flatMap((episode) => {
    const { loss, insights } = episode.findings;
    return loss ? [{ episode, loss, unit: insights.unit, of: countPresent(loss, insights.whole) }] : [];
  });
  const [first, ...more] = found;
  if (!first) return [];
  const named = found.map(({ episode: { title }, loss, unit, of }) => {
    const amount = `${tellPart(loss.share, of, unit)}${isFew(of) ? "" : " of those present"}`;
    return `${quote(title)} (${amount} ${tellPlace(loss, MAX_TITLE)})`;
  });
  const count = more.length > 0 ? `${found.length} episodes have drop-offs` : "One episode has a drop-off";
  // A finding is beyond the chance of all episodes together. Of a curve whose listeners nobody knows, a moment of that size is.
  const shown = found.find(
    ({ loss, of }) => loss.isCertain && (of > 0 || loss.chapter !== undefined || loss.share >= MIN_SHARE_OF_FEW),
  );
  return [
    {
      line: `${count} beyond the usual (by chance, up to ${lossesByChance} would): ${listFirst(named)}.`,
      finding: shown && {
        ...addPeople(shown.loss, shown.episode.findings.insights),
        ...{ kind: "loss", guid: shown.episode.guid, title: shown.episode.title },
      },
    },
  ];
}

/** Says how far chance takes the numbers that are in the table; without any, that nothing was found. */
function describeReach(reach: number | undefined): ToldAnswer {
  if (reach === undefined) return { line: "No episode differs from the others by more than chance.", isNone: true };
  const points = formatDifference(Math.ceil(reach));
  return { line: `Chance alone takes an average up to ${points} from the usual: none differs by more.` };
}

/** Names the episodes that differ from the others, those that differ most certainly first. */
export function describeDiffering({ differing, isCertain, judged, byChance, reach }: ShowFindings): ToldAnswer[] {
  if (judged === 0) return [];
  const found = differing.flatMap((episode) => {
    const [deviation] = episode.findings.deviations;
    if (!deviation) return [];
    return { episode, deviation };
  });
  const [first, ...more] = found;
  if (!first) return [describeReach(reach)];
  const chance = `of ${judged}, ${byChance === 1 ? "one" : `up to ${byChance}`} might by chance`;
  const count = more.length > 0 ? `${found.length} episodes stand` : "One episode stands";
  const named = found.map(({ episode, deviation }) => `${quote(episode.title)} (${describeDeviation(deviation)})`);
  const { figure, value, usual } = first.deviation;
  const { guid, title } = first.episode;
  return [
    {
      line: `${count} apart (${chance}): ${listFirst(named)}.`,
      // What chance alone may bring is said, but is no finding.
      finding: isCertain ? { kind: "apart", guid, title, figure, value, usual } : undefined,
    },
  ];
}

/** Names the episode that keeps its listeners best for its length, if one clearly does. */
export function describeBest({ best, compared, judged }: ShowFindings): ToldAnswer[] {
  if (judged === 0 || compared === 0) return [];
  const none: ToldAnswer[] = [
    { line: "No episode keeps its listeners clearly better than others of its length.", isNone: true },
  ];
  if (!best) return none;
  const { episode } = best;
  const { average } = episode.figures;
  // What is shown is the usual of its row. The line over all lengths is for the test alone.
  const usually = episode.findings?.usual?.figures.average ?? best.usual;
  if (subtractShown(average, usually) < MIN_POINTS) return none;
  const kept = formatPercent(average);
  const usual = `usual for ${formatTime(episode.end)}: ${formatPercent(usually)}`;
  return [
    {
      line: `${quote(episode.title)} keeps its listeners best for its length: on average ${kept}, ${usual}.`,
      finding: {
        kind: "best",
        guid: episode.guid,
        title: episode.title,
        figure: "average",
        value: average,
        usual: usually,
      },
    },
  ];
}
