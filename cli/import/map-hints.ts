import { readFile } from "node:fs/promises";
import { formatCount } from "../../report/text/count.ts";
import type { Guids } from "../../sources/formats/guids.ts";
import { HINTS, type MapSource } from "../shell/hints.ts";

/** The files and options of an import from which a map can be printed. */
export interface Mapping extends MapSource {
  /** The file of `--map`. */
  readonly map?: string | undefined;
}

/** The most files that a command to paste names. */
const MAX_FILES = 10;

/** The map that is proposed if there is no `--map`. */
const DEFAULT_MAP = "map.csv";

/** Says how the curves without a GUID get one from a map. A map that is there is completed, and never replaced. */
export async function formatMapHints(
  { uncompleted, lacksLines }: Pick<Guids, "uncompleted" | "lacksLines">,
  { map, ...source }: Mapping,
): Promise<string[]> {
  const lines = uncompleted > 0 ? [`${formatCount(uncompleted, "line")} of ${map} to be completed with a GUID.`] : [];
  return lacksLines ? [...lines, await describeMap(source, map ?? DEFAULT_MAP)] : lines;
}

async function describeMap(source: MapSource, file: string): Promise<string> {
  const { files, feed = [] } = source;
  if ([...files, ...feed].includes("-") || files.length > MAX_FILES)
    return `"map" prints a map of all curves without a GUID. To see how: ${HINTS.explainMap()}`;
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return `To print a map of all curves without a GUID: ${HINTS.printMap(source, file)}`;
  const isLines = !text.trimStart().startsWith("{");
  return isLines
    ? `To add the lines that ${file} lacks: ${HINTS.addToMap(source, file)}`
    : `Add the keys that ${file} lacks.`;
}
