import { median } from "d3-array";
import { UNITS } from "../../sources/base/kinds.ts";
import { findEndFigure } from "../curve/figures.ts";
import { END_WORDS } from "../curve/sentences.ts";
import { formatPercent } from "../curve/text.ts";
import type { Measures } from "../usual/measured.ts";
import { MIN_OTHERS } from "../usual/others.ts";

/** How many people listen. Shares of audiences of unlike size mislead: a fifth of a large one may be more people. */
export interface People {
  /** Listeners that 100 % are. */
  readonly audience: number;
  /** Those who reach the credits, or if these are not known, the last 5 %. */
  readonly atEnd: number;
  /** The others' medians; undefined if too few are known. */
  readonly usual?: { readonly audience: number; readonly atEnd: number };
}

type PeopleInput = Pick<Measures, "kind" | "listeners" | "step" | "figures" | "youth">;

type End = ReturnType<typeof findEndFigure>;

/** An audience is unlike the usual one from this factor on, either way. */
const UNLIKE = 2;

/** Counts the people of an episode. Undefined where plays or views are counted, or nobody knows, or more are still to come. */
export function countPeople(episode: PeopleInput, similar: readonly PeopleInput[]): People | undefined {
  const end = findEndFigure(episode.figures);
  const people = count(episode, end);
  if (!people) return undefined;
  const others = similar.flatMap((other) => count(other, end) ?? []);
  if (others.length < MIN_OTHERS) return people;
  const compute = (name: "audience" | "atEnd") => Math.round(median(others, (other) => other[name]) ?? 0);
  return { ...people, usual: { audience: compute("audience"), atEnd: compute("atEnd") } };
}

function count({ kind, listeners, step, figures, youth }: PeopleInput, end: End): People | undefined {
  const part = figures[end];
  if (listeners === undefined || part === undefined || UNITS[kind] !== "listener" || youth) return undefined;
  const audience = 100 / step;
  return { audience: Math.round(audience), atEnd: Math.round((part / 100) * audience) };
}

/**
 * Says how many people an audience of unusual size is; empty for others:
 *
 *     Its audience is 5.1 times the usual (1,840 listeners, usually 360): 447 reach the last 5 %, usually 180.
 */
export function describePeople({ audience, atEnd, usual }: People, end: End): string {
  if (!usual || (audience <= UNLIKE * usual.audience && UNLIKE * audience >= usual.audience)) return "";
  const factor = audience / (usual.audience || 1);
  const size =
    factor > 1
      ? `${factor.toFixed(factor < 10 ? 1 : 0)} times the usual`
      : `${formatPercent(100 * factor)} of the usual`;
  const [now, usually] = [audience, usual.audience].map((number) => number.toLocaleString("en"));
  return `Its audience is ${size} (${now} listeners, usually ${usually}): ${atEnd.toLocaleString("en")} reach ${END_WORDS[end].reached}, usually ${usual.atEnd.toLocaleString("en")}.`;
}
