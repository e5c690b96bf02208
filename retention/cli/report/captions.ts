import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { type Match, matchCuts } from "../../report/cuts/same-episode.ts";
import { readTimedWords, type TimedWords } from "../../report/cuts/timed-words.ts";
import type { Uncompared } from "../../report/make/data.ts";
import { addCaptions } from "../../report/make/episode-cut.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { listFiles } from "../listed-files.ts";
import type { Names } from "./inputs.ts";
import { loadTranscript } from "./transcripts.ts";

/** Why captions are left out. */
const LEFT_OUT: Readonly<Record<"none" | Match<string>["as"], string>> = {
  none: "No transcript of the report says the same.",
  whole: "",
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
  episodes: readonly Uncompared[],
  names: Names,
  paths: readonly string[],
): Promise<readonly Uncompared[]> {
  if (paths.length === 0) return episodes;
  const spoken = new Map(
    episodes.flatMap(({ guid, spoken }) => (spoken ? [[guid, readTimedWords(spoken.cues)] as const] : [])),
  );
  if (spoken.size === 0)
    throw new CommandError("--captions needs transcripts of the audio: pass --transcripts or --transcript, too.");
  const found = await readCaptions(paths, spoken);
  const captioned = episodes.map((episode) => {
    const captions = found.get(episode.guid);
    return captions ? addCaptions(episode, captions.transcript, names.get(episode.guid)) : episode;
  });
  for (const { guid, title, cut, cutText = "" } of captioned) {
    const file = found.get(guid)?.file;
    if (cut === "unknown") console.error(toPrintable(`No times of the audio for the video of “${title}”: ${cutText}`));
    else if (file !== undefined && !cut)
      console.error(toPrintable(`${file}: “${title}” says the same, and has no curve of a video.`));
  }
  const count = captioned.filter(({ cut }) => cut && cut !== "unknown").length;
  console.error(`Videos whose times in the audio are known by what is said: ${formatCount(count, "episode")}.`);
  return captioned;
}

interface Captions {
  readonly file: string;
  readonly transcript: Transcript;
}

/** Reads captions, by the GUIDs of the episodes that say the same. */
async function readCaptions(
  paths: readonly string[],
  spoken: ReadonlyMap<string, TimedWords>,
): Promise<Map<string, Captions>> {
  const { files, notices } = await listFiles(paths);
  const say = (text: string) => console.error(toPrintable(text));
  for (const notice of notices) say(notice);
  const read: Captions[] = [];
  for (const file of files) {
    const transcript = await loadTranscript(file, (reason) => say(`${file}${reason}`));
    if (transcript) read.push({ file, transcript });
  }
  const matches = matchCuts(
    spoken,
    read.map(({ transcript }) => readTimedWords(transcript.cues)),
  );
  const found = new Map<string, Captions>();
  for (const [index, captions] of read.entries()) {
    const { key, as } = matches[index] ?? { key: "", as: "none" };
    if (as === "whole") found.set(key, captions);
    else say(`${captions.file}: ${LEFT_OUT[as]}`);
  }
  return found;
}
