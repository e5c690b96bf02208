import { formatCount } from "../../../lib/count.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { SaidEpisodes } from "../../report/cuts/same-episode.ts";
import { readTimedWords } from "../../report/cuts/timed-words.ts";
import { addCaptions, type Uncompared } from "../../report/make/data.ts";
import type { Transcript } from "../../sources/transcripts/transcript.ts";
import { listFiles } from "../listed-files.ts";
import type { Names } from "./inputs.ts";
import { loadTranscript } from "./transcripts.ts";

const OF_NONE = "No transcript of the report says the same.";
const OF_TWO = "Longer captions say the same.";

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
  const spoken = episodes.flatMap(({ guid, spoken }) => (spoken ? [[guid, readTimedWords(spoken.cues)] as const] : []));
  if (spoken.length === 0)
    throw new CommandError("--captions needs transcripts of the audio: pass --transcripts or --transcript, too.");
  const found = await readCaptions(paths, new SaidEpisodes(spoken));
  const captioned = episodes.map((episode) => {
    const captions = found.get(episode.guid);
    return captions ? addCaptions(episode, captions.transcript, names.get(episode.guid)) : episode;
  });
  for (const { title, video } of captioned)
    if (video && "reason" in video)
      console.error(toPrintable(`No times of the audio for the video of “${title}”: ${video.reason}`));
  for (const { guid, title, video } of captioned) {
    const file = found.get(guid)?.file;
    if (file !== undefined && !video)
      console.error(toPrintable(`${file}: “${title}” says the same, and has no curve of a video.`));
  }
  const count = captioned.filter(({ video }) => video && !("reason" in video)).length;
  console.error(`Videos whose times in the audio are known by what is said: ${formatCount(count, "episode")}.`);
  return captioned;
}

interface Captions {
  readonly file: string;
  readonly transcript: Transcript;
}

/** Reads captions, of each episode the longest: others may be of a clip. */
async function readCaptions(paths: readonly string[], said: SaidEpisodes<string>): Promise<Map<string, Captions>> {
  const { files, notices } = await listFiles(paths);
  for (const notice of notices) console.error(toPrintable(notice));
  const found = new Map<string, Captions>();
  for (const file of files) {
    const refuse = (reason: string) => console.error(toPrintable(reason));
    const transcript = await loadTranscript(file, (reason) => refuse(`${file}${reason}`));
    if (!transcript) continue;
    const guid = said.find(readTimedWords(transcript.cues));
    if (guid === undefined) {
      refuse(`${file}: ${OF_NONE}`);
      continue;
    }
    const known = found.get(guid);
    const [longer, shorter] =
      known && known.transcript.end >= transcript.end ? [known, { file, transcript }] : [{ file, transcript }, known];
    if (shorter) refuse(`${shorter.file}: ${OF_TWO}`);
    found.set(guid, longer);
  }
  return found;
}
