import type { FigureName } from "../curve/figures.ts";
import { formatDifference } from "../curve/text.ts";
import type { LeadingPassage } from "./show.ts";

/** What is said of a show: a whole sentence with all reservations, and in few words with what it leads to. */
export interface ToldAnswer {
  readonly line: string;
  /** Says less than the line, and nothing else. Undefined where nothing was found. */
  readonly card?: Card | undefined;
}

export type Card = CardText & (PassageLink | DateLink);

interface CardText {
  /** What it is about: `Drop-off`. */
  readonly label: string;
  /** The number that one sees first: `24 %`, `+12 points`. */
  readonly amount: string;
  /** What the number is a part of, if that is not what 100 % is. */
  readonly of?: string;
  /** What the number is of. It begins in lower case where the number is its subject. */
  readonly claim: string;
}

/** Leads to a passage to look at. */
export interface PassageLink {
  readonly passage: LeadingPassage;
  /** What the link says. By default, that it is on the curve. */
  readonly action?: string;
  /** The same in other episodes. */
  readonly more?: readonly { readonly amount: string; readonly passage: LeadingPassage }[];
  /** Whether it is of one episode, with which the page begins. */
  readonly isOfEpisode?: true;
}

/** Leads to the show over time. */
export interface DateLink {
  /** A date before and after which the show is to be compared, as YYYY-MM-DD. Empty: none. */
  readonly date: string;
  /** The figure over time that it is of. */
  readonly figure: FigureName;
}

/** Most other episodes that a card names. */
const MAX_MORE = 3;

/** In parentheses, what others in the field call it. */
export const LABELS = { skip: "Skip (dip)", loss: "Drop-off" } as const;

/** Composes what leads to the same in other episodes. */
export function linkMore(more: NonNullable<PassageLink["more"]>): Pick<PassageLink, "more"> {
  return more.length > 0 ? { more: more.slice(0, MAX_MORE) } : {};
}

/** Formats points with their sign: `+12 points`. */
export function formatSigned(points: number): string {
  return `${points < 0 ? "−" : "+"}${formatDifference(points).replace(" ", "\u00a0")}`;
}
