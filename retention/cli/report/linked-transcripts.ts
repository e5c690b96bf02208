import { formatCount } from "../../../lib/count.ts";
import { say } from "../../../operate/shell/output.ts";
import { cutText } from "../../report/curve/text.ts";
import { addTranscript, type LoneEpisode } from "../../report/make/measure-episode.ts";
import {
  isTranscript,
  MAX_TRANSCRIPT_MEGABYTES,
  parseTranscript,
  type Transcript,
} from "../../sources/transcripts/transcript.ts";
import type { FileKind } from "../feed/linked-file.ts";
import type { Names } from "./feed-names.ts";
import type { LinkedFiles } from "./linked-files.ts";
import { tellLeftOut } from "./transcript-files.ts";

/** Transcripts of all formats: types of links are often wrong. */
const TRANSCRIPT_FILE: FileKind<Transcript> = {
  singular: "transcript",
  plural: "transcripts",
  accept: "text/vtt, application/x-subrip, application/srt, application/json;q=0.9, text/html;q=0.8, */*;q=0.5",
  maxMegabytes: MAX_TRANSCRIPT_MEGABYTES,
  parse: parseTranscript,
  isContent: isTranscript,
};

/** Links of an episode that are tried, at most. */
const MAX_TRIES = 3;

/**
 * Adds transcripts to episodes: those of files, else those that feeds link, if they are fetched.
 *
 * @param ofFiles by GUID
 * @param linked undefined if nothing is to be fetched
 */
export async function addTranscripts(
  episodes: readonly LoneEpisode[],
  names: Names,
  ofFiles: ReadonlyMap<string, Transcript>,
  linked: LinkedFiles | undefined,
): Promise<readonly LoneEpisode[]> {
  const others = episodes.filter(({ guid }) => !ofFiles.has(guid));
  const ofLinks = linked && (await fetchTranscripts(others, names, linked));
  return episodes.map((episode) => {
    const transcript = ofFiles.get(episode.guid) ?? ofLinks?.get(episode.guid);
    return transcript ? addTranscript(episode, transcript, names.get(episode.guid)) : episode;
  });
}

/**
 * Fetches the first link of each episode, and the next one of those whose file is lacking or has no times. Says on standard error how
 * many are in another language, and how many of whose cues were left out.
 */
async function fetchTranscripts(
  episodes: readonly LoneEpisode[],
  names: Names,
  linked: LinkedFiles,
): Promise<Map<string, Transcript>> {
  const found = new Map<string, Transcript>();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const wanted = episodes.flatMap(({ guid }) => {
      const link = found.has(guid) ? undefined : names.get(guid)?.transcriptLinks?.[tries];
      return link ? { guid, link } : [];
    });
    await linked.fetchAll(wanted.map(({ link }) => ({ kind: TRANSCRIPT_FILE, link })));
    for (const { guid, link } of wanted) {
      const transcript = linked.find(TRANSCRIPT_FILE, link);
      if (transcript) found.set(guid, transcript);
    }
  }
  const others = episodes.flatMap(({ guid }) => names.get(guid)?.otherLanguage ?? []);
  if (others.length > 0)
    say(
      `Not fetched, because their language is not the feed's: the transcripts of ${formatCount(others.length, "episode")}, such as in ${cutText(others[0] ?? "")}.`,
    );
  for (const { guid, title } of episodes) tellLeftOut(`The transcript of “${title}”`, found.get(guid));
  return found;
}

/** Says how many episodes link transcripts that are not fetched. */
export function tellOfTranscripts(episodes: readonly LoneEpisode[], names: Names): void {
  const count = episodes.filter(({ guid }) => names.get(guid)?.transcriptLinks).length;
  if (count > 0)
    console.error(`The feed links the transcripts of ${formatCount(count, "episode")}. To fetch them: --transcripts`);
}
