import type { Scenario } from "./harness.ts";
import { falseHeadlines, inEpisodes, isSaidToDiffer, rightHeadlines, tells, told } from "./judging.ts";
import { advertisement, cliff, LOSER, nothing, ofShows, only, planShows, type Variation } from "./planting.ts";
import { drawBetween } from "./simulators/simulated-episode.ts";

const ofAudience = (audience: number): Scenario[] => [
  ofShows(`${audience} listeners, nothing happens`, planShows(12, nothing, { audience }), {
    "headline names a loss": falseHeadlines,
  }),
  ofShows(`${audience} listeners, 15 % leave within 10 s`, planShows(LOSER + 1, cliff(10), { audience }), {
    "in the headline": rightHeadlines,
  }),
  ofShows(`${audience} listeners, 27 % skip`, planShows(LOSER + 1, advertisement(75), { audience }), told("skip")),
];

/** The episode that is unlike the others, among the 24 latest: it loses more in its opening, or keeps its listeners longer. */
const UNLIKE = 3;

const ofLength = (episodes: number): Scenario[] => {
  const name = `${episodes} episodes`;
  const unlike = Math.max(0, episodes - 24) + UNLIKE;
  const title = `Episode ${unlike + 1}`;
  const isUnlike = ({ episode }: { readonly episode: { readonly title?: string } }) => episode.title === title;
  const varyLength =
    (haste: number): Variation =>
    (script, index, random) => {
      const duration = Math.floor(600 * 9 ** drawBetween(random, 0, 1));
      return { duration, ...(index === unlike && { haste: haste * script.haste }) };
    };
  return [
    ofShows(`${name}, nothing happens`, planShows(episodes, nothing), { differs: inEpisodes(isSaidToDiffer) }),
    ofShows(
      `${name}, an opening that 25 points more leave`,
      planShows(
        episodes,
        only(unlike, ({ opening }) => ({ opening: opening + 0.25 })),
      ),
      {
        differs: inEpisodes(isSaidToDiffer, isUnlike),
        "by its opening": inEpisodes(
          ({ episode }) => episode.deviations[0]?.figure === "after1min",
          (judged) => isUnlike(judged) && isSaidToDiffer(judged),
        ),
      },
    ),
    ofShows(`${name} of ten minutes to ninety`, planShows(episodes, varyLength(1)), {
      "a best for its length": tells(({ kind }) => kind === "best"),
    }),
    ofShows(
      `${name} of ten minutes to ninety, one of which listeners leave a tenth as fast`,
      planShows(episodes, varyLength(0.1)),
      {
        "it is the best for its length": tells((found) => found.kind === "best" && found.title === title),
      },
    ),
  ];
};

/** What the report says of audiences and of shows of each size. */
export const SIZE_SCENARIOS: readonly Scenario[] = [
  ...[50, 100, 300, 1_000].flatMap(ofAudience),
  ...[7, 11, 21, 51].flatMap(ofLength),
];
