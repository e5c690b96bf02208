import { formatCount } from "../../../lib/count.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { say } from "../../../operate/shell/output.ts";
import { type CaptionMatch, findCaptions, matchCaptions } from "../../report/cuts/same-episode.ts";
import { addCaptions } from "../../report/make/episode-cut.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { listFiles } from "../listed-files.ts";
import type { Names } from "./feed-names.ts";
import { loadTranscript } from "./transcript-files.ts";

/** Why captions are left out. */
const LEFT_OUT: Readonly<Record<"none" | Exclude<CaptionMatch["as"], "whole">, string>> = {
  none: "No transcript of the report says the same.",
  clip: "Longer captions say the same.",
  unclear: "Other captions say the same as its episode, too. Leave out those of other videos.",
};

/**
 * Adds the captions of videos to the episodes that say the same, whatever their names. Says on standard error which are of no episode, and
 * of which the times can't be told.
 *
 * @param paths files, and folders of files
 * @throws CommandError if no episode has a transcript
 */
export async function addVideoCaptions(
  episodes: readonly LoneEpisode[],
  names: Names,
  paths: readonly string[],
): Promise<readonly LoneEpisode[]> {
  if (paths.length === 0) return episodes;
  const spoken = episodes.flatMap(({ guid, spoken }) => (spoken ? [[guid, spoken] as const] : []));
  if (spoken.length === 0)
    throw new CommandError("--captions needs transcripts of the audio: pass --transcripts or --transcript, too.");
  const files = await readCaptions(paths);
  const matches = matchCaptions(spoken, [...files.keys()]);
  for (const [transcript, file] of files) {
    const { as } = matches.get(transcript) ?? { as: "none" };
    if (as !== "whole") say(`${file}: ${LEFT_OUT[as]}`);
  }
  const captioned = episodes.map((episode) => {
    const { guid, title } = episode;
    const captions = findCaptions(matches, guid);
    if (!captions) return episode;
    const timed = addCaptions(episode, captions, names.get(guid));
    if (timed.cut === "unknown") say(`No times of the audio for the video of “${title}”: ${timed.cutText}`);
    if (!timed.cut) say(`${files.get(captions)}: “${title}” says the same, and has no curve of a video.`);
    return timed;
  });
  const count = captioned.filter(({ cut }) => cut && cut !== "unknown").length;
  say(`Videos whose times in the audio are known by what is said: ${formatCount(count, "episode")}.`);
  return captioned;
}

/** Reads captions, with the names of their files. */
async function readCaptions(paths: readonly string[]): Promise<Map<Transcript, string>> {
  const read = new Map<Transcript, string>();
  for (const file of await listFiles(paths)) {
    const transcript = await loadTranscript(file);
    if (transcript) read.set(transcript, file);
  }
  return read;
}
