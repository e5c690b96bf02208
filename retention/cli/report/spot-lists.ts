import { loadBytes } from "../../../operate/shell/read-error.ts";
import type { LoneEpisode } from "../../report/make/measure-episode.ts";
import type { SpotPlace } from "../../sources/base/spot-place.ts";
import { parseSpotList } from "../../sources/formats/spot-list.ts";
import { RefusalList } from "../refusal-list.ts";

/** Loads a list of sponsors' spots. Names the lines on standard error that it refuses, and then sets the exit code. @throws CommandError if it can't be read */
export async function loadSpots(file: string, episodes: readonly LoneEpisode[]): Promise<readonly SpotPlace[]> {
  const [text, list] = [new TextDecoder().decode(await loadBytes(file)), new RefusalList()];
  const spots = parseSpotList(text, episodes, (refusal) => list.add({ file, ...refusal }));
  list.report();
  return spots;
}
