import { makeOwnFolder, OthersFolderError, warnOfReaders } from "../../../local/own-folder.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { findDataFolder } from "../../../operate/shell/data-folder.ts";
import { say } from "../../../operate/shell/output.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import { describeLengths } from "../../report/words/moment-words.ts";
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

/**
 * Makes the data folder for what is kept besides the tables, and trusted later, as for the tables themselves. If it can't be made,
 * whoever uses it says why.
 *
 * @throws CommandError if others can write in it
 */
async function makeDataFolder(): Promise<string> {
  const folder = findDataFolder();
  try {
    await makeOwnFolder(folder);
    await warnOfReaders(folder);
  } catch (error) {
    if (error instanceof OthersFolderError) throw new CommandError(error.message);
  }
  return folder;
}
