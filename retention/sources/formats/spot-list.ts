import { rearm } from "../base/csv-record.ts";
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

/** Why a line is left out: its cell, such as a GUID that no episode has. The rest of a file can't be read after `csv`. */
export interface SpotRefusal {
  readonly line: number;
  readonly code: "cells" | "csv" | "time" | "order" | "beyond" | "episode";
  readonly cell: string;
}

/** An episode that spots may be of. */
export interface SpotEpisode {
  readonly guid: string;
  readonly title: string;
  /** Seconds. */
  readonly duration: number;
}

/** Checks the first line of a list of spots. */
export function isSpotHeader(line: string): boolean {
  return /^"?guid"?([,;\t])"?from"?\1"?to"?\1"?name"?[,;\t\s]*$/i.test(line);
}

/** Parses a list of spots: CSV with the columns `guid,from,to,name`, where an exact title does for a GUID. */
export function parseSpotList(text: string, episodes: readonly SpotEpisode[]) {
  const [spots, refusals]: [ListedSpot[], SpotRefusal[]] = [[], []];
  const [titles, byGuid] = [new Titles(), new Map(episodes.map((episode) => [episode.guid, episode]))];
  for (const episode of episodes) titles.add(episode);
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of what may be wrong with a line
  const broken = parseTable(text, (record, line) => {
    const cells = record.map((cell) => rearm(cell.trim()));
    if (isSpotHeader(cells.join(","))) return;
    const [id = "", start = "", stop = "", name = ""] = cells;
    const [from, to] = [tryParseTime(start), tryParseTime(stop)];
    const episode = byGuid.get(id) ?? byGuid.get(titles.findGuid(id) ?? "");
    const refuse = (code: SpotRefusal["code"], cell: string) => refusals.push({ line, code, cell });
    if (name === "" || cells.slice(4).some((cell) => cell !== "")) refuse("cells", cells.join(","));
    else if (from === undefined || to === undefined) refuse("time", from === undefined ? start : stop);
    else if (to <= from) refuse("order", stop);
    else if (!episode) refuse("episode", id);
    else if (to > Math.ceil(episode.duration)) refuse("beyond", stop);
    else spots.push({ guid: episode.guid, from, to, name });
  });
  if (broken) refusals.push({ line: broken.line ?? 1, code: "csv", cell: "" });
  return { spots, refusals };
}
