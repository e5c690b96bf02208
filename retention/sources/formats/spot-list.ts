import { describe } from "../../../lib/describe.ts";
import { formatRecord, rearm } from "../base/csv-record.ts";
import { RecordError, type Refuse, tryOrRefuse } from "../base/refusals.ts";
import type { SpotPlace } from "../base/spot-place.ts";
import { tryParseTime } from "../feed/duration.ts";
import { Titles } from "../feed/title-words.ts";
import { parseTable } from "./csv-table.ts";

/** Checks the first line of a list of spots. */
export function isSpotHeader(line: string): boolean {
  return /^"?guid"?([,;\t])"?from"?\1"?to"?\1"?name"?[,;\t\s]*$/i.test(line);
}

/** Formats a list of spots. */
export function formatSpotList(spots: readonly SpotPlace[]): string {
  return spots.map(({ guid, from, to, name }) => `${formatRecord([guid, from, to, name])}\n`).join("");
}

/** An episode that spots may be of. */
type Spottable = Pick<SpotPlace, "guid"> & { readonly title: string; readonly duration: number };

/** Parses a list of spots: CSV with the columns `guid,from,to,name`, where an exact title does for a GUID. Takes all lines but those that it refuses. */
export function parseSpotList(text: string, episodes: readonly Spottable[], refuse: Refuse = () => {}): SpotPlace[] {
  const [spots, titles]: [SpotPlace[], Titles] = [[], new Titles()];
  for (const episode of episodes) titles.add(episode);
  const byGuid = new Map(episodes.map((episode) => [episode.guid, episode]));
  const find = (id: string) => byGuid.get(id) ?? byGuid.get(titles.findGuid(id) ?? "");
  const broken = parseTable(text, (record, line) => {
    const cells = record.map((cell) => rearm(cell.trim()));
    if (isSpotHeader(cells.join(","))) return;
    const take = () => spots.push(parseSpot(cells, find));
    tryOrRefuse(take, (refusal) => refuse({ ...refusal, line }));
  });
  if (broken) refuse(broken);
  return spots;
}

function parseSpot(cells: readonly string[], find: (id: string) => Spottable | undefined): SpotPlace {
  const [id = "", start = "", stop = "", name = "", ...others] = cells;
  if (name === "" || others.some((cell) => cell !== ""))
    throw new RecordError("line-cells", "A line must be guid,from,to,name.");
  const [from, to, episode] = [parseTime(start), parseTime(stop), find(id)];
  const end = `The end, ${describe(stop)}, is`;
  if (to <= from) throw new RecordError("unreadable", `${end} not after the beginning.`);
  const unknown = `${describe(id)} is neither the GUID nor the title of one episode of the report.`;
  if (!episode) throw new RecordError("unreadable", unknown);
  if (to > Math.ceil(episode.duration)) throw new RecordError("unreadable", `${end} beyond the end of the episode.`);
  return { guid: episode.guid, from, to, name };
}

function parseTime(text: string): number {
  const time = tryParseTime(text);
  if (time === undefined) throw new RecordError("not-a-time", `${describe(text)} is no time.`);
  return time;
}
