import { readFile, stat } from "node:fs/promises";
import { formatCount } from "../../../lib/count.ts";
import { say } from "../../../operate/shell/output.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { EpisodeFileNames } from "../../sources/transcripts/file-names.ts";
import { MAX_TRANSCRIPT_MEGABYTES, parseTranscript, type Transcript } from "../../sources/transcripts/transcript.ts";
import { describeListedError, listFiles } from "../listed-files.ts";
import { formatRefusal } from "../refusal-list.ts";
import type { FeedNames } from "./feed-names.ts";

const OF_NONE =
  "No episode of the report has its name. Name it after the file in the feed's link, the audio's file or the title.";

/**
 * Reads the transcripts of files that are named after episodes, by GUID. Says on standard error which files are of no episode or can't
 * be read, and how many of whose cues were left out.
 *
 * @param paths files, and folders of files
 */
export async function readTranscripts(
  paths: readonly string[],
  episodes: readonly LoneEpisode[],
  names: FeedNames,
): Promise<Map<string, Transcript>> {
  const titles = new Map(episodes.map(({ guid, title }) => [guid, title]));
  // All episodes of the feed count: a file of one that is not in the report is of no other.
  const guids = [...new Set([...titles.keys(), ...names.guids])];
  const fileNames = new EpisodeFileNames(
    guids.map((guid) => [guid, { title: titles.get(guid), ...names.get(guid) }] as const),
  );
  const found = new Map<string, Transcript>();
  for (const file of await listFiles(paths)) {
    const guid = fileNames.find(file);
    if (guid === undefined || !titles.has(guid)) say(`${file}: ${OF_NONE}`);
    else if (found.has(guid)) say(`${file}: Its episode has the transcript of another file already.`);
    else {
      const transcript = await loadTranscript(file);
      if (transcript) found.set(guid, transcript);
    }
  }
  return found;
}

/** Loads a transcript, or says on standard error what is wrong with it. */
export async function loadTranscript(file: string): Promise<Transcript | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MAX_TRANSCRIPT_MEGABYTES * 1e6)
      throw new InputError("unreadable", `It has more than ${MAX_TRANSCRIPT_MEGABYTES} MB.`);
    const transcript = await parseTranscript(await readFile(file, "utf8"));
    tellLeftOut(file, transcript);
    return transcript;
  } catch (error) {
    if (error instanceof InputError) say(formatRefusal({ file, ...error.refusal }));
    else say(`${file}: ${describeListedError(error as NodeJS.ErrnoException)}`);
    return undefined;
  }
}

/** Says how many cues were left out of a transcript, and where the first of them stands. */
export function tellLeftOut(name: string, { leftOut = 0, badLine }: Partial<Transcript> = {}): void {
  const line = badLine === undefined ? "" : `:${badLine}`;
  if (leftOut > 0) say(`${name}${line}: Left out, because it can't be read: ${formatCount(leftOut, "cue")}.`);
}
