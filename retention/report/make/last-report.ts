import { isAmount } from "../../../lib/chart.ts";
import { CommandError } from "../../../lib/command-error.ts";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { toPrintable } from "../../../lib/printable.ts";
import type { Snapshot } from "../since/snapshot.ts";
import { composeEpisodeFindings, VERSION } from "./findings-file.ts";

/** Finds the findings of the show, and the episodes, in a report's page. */
const PAGE =
  /<script type="application\/json" id="findings">([^<]*)<\/script>\s*<script type="application\/json" id="data">([^<]*)<\/script>/;

/**
 * Parses an earlier report: its page, or the file of its findings. It may be anybody's, so that what is compared is checked.
 *
 * @param name of the file, for messages
 * @throws CommandError if it is something else, or newer
 */
export function parseLastReport(text: string, name: string, madeAt: Date): Snapshot {
  const [, head, data] = PAGE.exec(text) ?? [];
  const found = tryParseJson(head ?? text);
  if (!isObject(found) || typeof found.madeAt !== "string" || !Array.isArray(found.shows))
    throw new CommandError(
      `${name} is no report, and no file of findings. --since takes what --out or --findings wrote before.`,
    );
  if (found.version !== VERSION)
    throw new CommandError(
      `${name} is of version ${JSON.stringify(found.version)} of the findings; this command reads version ${VERSION}.`,
    );
  if (!(Date.parse(found.madeAt) <= madeAt.getTime()))
    throw new CommandError(
      `${name} is newer than this report (${toPrintable(found.madeAt)}). --since takes the earlier file.`,
    );
  const episodes = data === undefined ? found.episodes : tryCompose(data);
  if (!Array.isArray(episodes) || !episodes.every(isEpisode) || !found.shows.every(isObject))
    throw new CommandError(`${name} is damaged: an episode or a show in it lacks what the findings have.`);
  return { ...found, episodes } as unknown as Snapshot;
}

/** Composes the findings of a page's episodes. */
function tryCompose(data: string): unknown {
  try {
    return JSON.parse(data).map(composeEpisodeFindings);
  } catch {
    return undefined;
  }
}

function isEpisode(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { guid, title, headline, figures, moments, traces = [] } = value;
  const isText = [guid, title, headline].every((text) => typeof text === "string");
  const isListed = Array.isArray(moments) && moments.every(isObject) && Array.isArray(traces) && traces.every(isTrace);
  return isText && isObject(figures) && isListed;
}

function isTrace(value: unknown): boolean {
  return isObject(value) && isAmount(value.duration) && Array.isArray(value.levels) && value.levels.every(isAmount);
}
