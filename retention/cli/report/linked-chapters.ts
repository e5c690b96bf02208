import { formatCount } from "../../../lib/count.ts";
import { say } from "../../../operate/shell/output.ts";
import { cutText } from "../../report/curve/text.ts";
import { computeChapters, describeBadChapters } from "../../report/make/episode-name.ts";
import { addChapters, type LoneEpisode } from "../../report/make/measure-episode.ts";
import type { FeedChapter } from "../../sources/feed/item-parser.ts";
import { isChapters, parseJsonChapters } from "../../sources/feed/json-chapters.ts";
import type { FileKind } from "../feed/linked-file.ts";
import type { Names } from "./feed-names.ts";
import type { LinkedFiles } from "./linked-files.ts";

/** Files of JSON chapters. */
export const CHAPTERS_FILE: FileKind<readonly FeedChapter[]> = {
  singular: "file of chapters",
  plural: "files of chapters",
  accept: "application/json+chapters, application/json;q=0.9, */*;q=0.5",
  maxMegabytes: 1,
  parse: parseJsonChapters,
  isContent: isChapters,
};

/**
 * Adds the chapters that feeds link for episodes, or only says on standard error that it could. Says which can't be read.
 *
 * @param linked undefined if nothing is to be fetched
 */
export async function addLinkedChapters(
  episodes: readonly LoneEpisode[],
  names: Names,
  linked: LinkedFiles | undefined,
): Promise<readonly LoneEpisode[]> {
  const linking = episodes.map((episode) => {
    const { chapters, chaptersLink: link } = names.get(episode.guid) ?? {};
    return { episode, link: chapters ? undefined : link };
  });
  const links = linking.flatMap(({ link }) => link ?? []);
  const relative = episodes.flatMap(({ guid }) => names.get(guid)?.relativeLink ?? []);
  if (relative.length > 0)
    say(
      `The feed links the chapters of ${formatCount(relative.length, "episode")} without a host, such as ${cutText(relative[0] ?? "")}. Write whole addresses.`,
    );
  if (linked) await linked.fetchAll(links.map((link) => ({ kind: CHAPTERS_FILE, link })));
  else if (links.length > 0)
    say(`The feed links the chapters of ${formatCount(links.length, "episode")}. To fetch them: --chapters`);
  const withChapters = linking.map(({ episode, link }) => {
    const chapters = link && linked?.find(CHAPTERS_FILE, link);
    return chapters ? addChapters(episode, computeChapters(chapters)) : episode;
  });
  tellOfBadChapters(withChapters);
  return withChapters;
}

/** Episodes that are named at most. A program may get all of them wrong. */
const MAX_NAMED = 10;

/** Says which episodes have chapters that can't be read, or lie beyond their end. */
function tellOfBadChapters(episodes: readonly LoneEpisode[]): void {
  const bad = episodes.flatMap(({ title, badChapters }) => (badChapters ? { title, badChapters } : []));
  for (const { title, badChapters } of bad.slice(0, MAX_NAMED))
    say(`${describeBadChapters(title, badChapters)} Correct the feed.`);
  const others = bad.length - MAX_NAMED;
  if (others > 0) console.error(`The same is said of ${formatCount(others, "other episode")}.`);
}
