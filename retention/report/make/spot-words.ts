import type { SpotRefusal } from "../../sources/formats/spot-list.ts";
import { quote } from "../curve/text.ts";

const WORDS: Readonly<Record<SpotRefusal["code"], (cell: string) => string>> = {
  cells: () => "A line must be guid,from,to,name. Quote cells that contain a comma.",
  csv: () => "The rest is not valid CSV. Close each quote, and write a quote within a cell twice.",
  time: (cell) => `${quote(cell)} is no time. Write seconds, 12:30 or 1:12:30.`,
  order: (cell) => `The end, ${quote(cell)}, is not after the beginning.`,
  beyond: (cell) => `The end, ${quote(cell)}, is beyond the end of the episode.`,
  episode: (cell) => `${quote(cell)} is neither the GUID nor the title of one episode of the report.`,
};

/** Says why a line of a list of spots is left out. */
export function describeSpotRefusal({ code, cell }: SpotRefusal): string {
  return WORDS[code](cell);
}
