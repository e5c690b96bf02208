import { describe } from "../../../lib/describe.ts";
import { formatRecord, rearm } from "../base/csv-record.ts";
import { RecordError, type Refusal, tryOrRefuse } from "../base/refusals.ts";
import { tryParseTime } from "../feed/duration.ts";
import { Titles } from "../feed/title-words.ts";
import { parseTable } from "./csv-table.ts";

/** A sponsor's spot of an episode, at the times of its audio in seconds. */
export interface ListedSpot {
  readonly guid: string;
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** An episode that spots may be of. */
type Spottable = Pick<ListedSpot, "guid"> & { readonly title: string; readonly duration: number };

/** Checks the first line of a list of spots. */
export function isSpotHeader(line: string): boolean {
  return /^"?guid"?([,;\t])"?from"?\1"?to"?\1"?name"?[,;\t\s]*$/i.test(line);
}

/** Formats a list of spots. */
export function formatSpotList(spots: readonly ListedSpot[]): string {
  return spots.map(({ guid, from, to, name }) => `${formatRecord([guid, from, to, name])}\n`).join("");
}

/** Merges lists of spots: those of an earlier list override what they overlap. */
export function mergeSpots<Found extends ListedSpot>(lists: readonly (readonly Found[])[]): Found[] {
  const taken: Found[] = [];
  for (const list of lists)
    taken.push(
      ...list.filter(
        ({ guid, from, to }) => !taken.some((other) => guid === other.guid && from < other.to && to > other.from),
      ),
    );
  return taken;
}

/** Parses a list of spots: CSV with the columns `guid,from,to,name`, where an exact title does for a GUID. Takes all lines but those that it refuses. */
export function parseSpotList(text: string, episodes: readonly Spottable[]) {
  const [spots, refusals]: [ListedSpot[], Refusal[]] = [[], []];
  const [titles, byGuid] = [new Titles(), new Map(episodes.map((episode) => [episode.guid, episode]))];
  for (const episode of episodes) titles.add(episode);
  const find = (id: string) => byGuid.get(id) ?? byGuid.get(titles.findGuid(id) ?? "");
  const broken = parseTable(text, (record, line) => {
    const cells = record.map((cell) => rearm(cell.trim()));
    if (isSpotHeader(cells.join(","))) return;
    const spot = tryOrRefuse(
      () => parseSpot(cells, find),
      (refusal) => refusals.push({ ...refusal, line }),
    );
    if (spot) spots.push(spot);
  });
  if (broken) refusals.push(broken);
  return { spots, refusals };
}

function parseSpot(cells: readonly string[], find: (id: string) => Spottable | undefined): ListedSpot {
  const [id = "", start = "", stop = "", name = "", ...others] = cells;
  if (name === "" || others.some((cell) => cell !== ""))
    throw new RecordError("line-cells", "A line must be guid,from,to,name.");
  const [from, to, episode] = [tryParseTime(start), tryParseTime(stop), find(id)];
  if (from === undefined || to === undefined)
    throw new RecordError("not-a-time", `${describe(from === undefined ? start : stop)} is no time.`);
  if (to <= from) refuse(`The end, ${describe(stop)}, is not after the beginning.`);
  if (!episode) refuse(`${describe(id)} is neither the GUID nor the title of one episode of the report.`);
  if (to > Math.ceil(episode.duration)) refuse(`The end, ${describe(stop)}, is beyond the end of the episode.`);
  return { guid: episode.guid, from, to, name };
}

function refuse(problem: string): never {
  throw new RecordError("unreadable", problem);
}
