import { say } from "../../../operate/shell/output.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import { describeLengths } from "../../report/words/moment-words.ts";
import { makeDataFolder } from "../own-data.ts";
import type { FeedNames } from "./feed-names.ts";
import { addLinkedChapters } from "./linked-chapters.ts";
import { LinkedFiles } from "./linked-files.ts";
import { addTranscripts, tellOfTranscripts } from "./linked-transcripts.ts";
import { readTranscripts } from "./transcript-files.ts";
import { addVideoCaptions } from "./video-captions.ts";

/** What is to be fetched or read besides feeds. */
export interface TextOptions {
  readonly chapters?: true;
  readonly transcripts?: true;
  /** Paths of transcripts. */
  readonly transcript?: readonly string[];
  /** Paths of videos' captions. */
  readonly captions?: readonly string[];
}

/** Adds chapters, transcripts and captions to episodes. All that is fetched for a report has one budget. */
export async function addTexts(
  found: readonly LoneEpisode[],
  names: FeedNames,
  { chapters, transcripts, transcript = [], captions = [] }: TextOptions,
): Promise<readonly LoneEpisode[]> {
  const linked = chapters || transcripts ? new LinkedFiles(await makeDataFolder()) : undefined;
  const withChapters = await addLinkedChapters(found, names, chapters && linked);
  const ofFiles = await readTranscripts(transcript, found, names);
  if (!transcripts && transcript.length === 0) tellOfTranscripts(found, names);
  const spoken = await addTranscripts(withChapters, names, ofFiles, transcripts && linked);
  for (const line of linked?.formatNotices() ?? []) console.error(line);
  const episodes = await addVideoCaptions(spoken, names, captions);
  // Captions would tell how it is cut.
  for (const { title, duration, spoken, cut } of episodes) {
    const lengths = spoken && !cut && describeLengths(spoken, duration);
    if (lengths) say(`No words in “${title}”: the transcript and the curve have other lengths, ${lengths}.`);
  }
  return episodes;
}
