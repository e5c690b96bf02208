import { formatCount } from "../../lib/count.ts";
import { explainMalformed } from "../../operate/shell/failure.ts";
import { type Fact, sayFact, type WaysOut } from "../sources/base/facts.ts";
import { SHARED } from "../studio/shared-ways-out.ts";
import { HINTS } from "./hints.ts";
import { DOCS } from "./names.ts";

const AND = new Intl.ListFormat("en");
const OR = new Intl.ListFormat("en", { type: "disjunction" });

const IF_ONLY = "Or pass --guid if it is the only curve.";
const INPUT_NAME = "to look up in --map. Import a file.";
const MILLISECONDS = "If their times are in milliseconds, convert them to seconds.";
const REPLACE = "Leave it out, or pass --replace.";

const TO_NUMBERS =
  'jq -c \'def n: if type == "string" and test("^[0-9.]+$") then tonumber else . end; (.duration, .data[][]) |= n\' FILE > numbers.jsonl';

/** What a table does without: `GROUP BY second` has no row for a second in which nobody was there. */
const ROWS_OF_ZEROS =
  "If nobody listened there, pass --missing zero, or have rows with 0: SELECT second, COALESCE(listeners, 0) FROM seconds LEFT JOIN counted USING (second). " +
  `${DOCS}/charts.md has the whole query.`;

type ColumnProblem = { readonly problem: string; readonly names: readonly string[] };
const renameColumn = ({ problem, names }: ColumnProblem) =>
  `${problem} Rename one to ${OR.format(names)}. For YouTube Studio, import its zip as it is, or All.csv.`;

/** What to do about what a feed lacks of the owner's, or has otherwise, if it is the owner's. */
const MISMATCHES: Readonly<Record<Fact<"of-another-feed">["mismatch"], string>> = {
  "other address":
    'If its show has moved to this feed, run "register --moved-from ADDRESS" with it; if the show has both, "register --same-show-as ADDRESS".',
  "no address": "If it is the same feed, give it one, or name it by its URL.",
  "no guid": "If it is the same feed, give it that one.",
  "other guid": 'If it is the same show, correct that, or run "register --take GUID".',
  "no identity": "If it is the same feed, give it those, or name it by its URL.",
};

/** What to do, or what is done, if it is another show's. */
const OTHERWISE: Readonly<Record<Fact<"of-another-feed">["door"], (name: string) => string>> = {
  select: () => "If not, name its GUID if you mean it.",
  tell: (name) => `What ${name} says of it is left out.`,
  import: () => "If not, pass its own feed as --feed, or no feed.",
  register: () => "If not, correct its <guid>.",
};

/** What the command says besides what is wrong. */
export const COMMAND_WAYS_OUT: WaysOut = {
  ...SHARED,
  "no-json": "Omit --format to detect the format from the content.",
  "other-format": "Omit --format, and the format is detected from the content.",
  "too-large":
    "Split a table by episode, or delete what is not needed from a JSON answer, such as OP3's downloads. If the file has charts or sessions, pass --format chart or --format sessions.",
  "no-saved-report": "Save the platform's JSON answer or CSV export, or take a saved report.",
  "no-findings": "--since takes what --out or --findings wrote before.",
  "later-findings": "--since takes the earlier file.",
  "not-utf8": "Save it as UTF-8.",
  "text-numbers": `Export a table as CSV, or turn them into numbers: ${TO_NUMBERS}`,
  "unknown-object": ({ problem, formats }) =>
    `${problem} Formats that can be imported are ${AND.format(formats)}. See ${DOCS}/charts.md and ${DOCS}/platforms.md.`,
  "unknown-text": "Save the platform's JSON answer or CSV export.",
  "detailed-activity": "Import All.csv or Organic.csv.",
  "too-many-files": "Import the one of YouTube Studio.",
  "encrypted-table": "Unpack it, and import that file.",
  "no-table": "Unpack it, and import the file that has the curve.",
  "several-tables": "Unpack it, and import the one of all views.",
  "no-positions": renameColumn,
  "no-values": renameColumn,
  "row-twice":
    "Keep one of the rows. If there are several episodes, add a column guid. From YouTube Studio, import All.csv or Organic.csv, not a file by segment.",
  "refused-answer": "Save this answer to a file of its own, and import that: the import then says what is wrong.",
  "answer-without-data": "There may be too few listeners yet. Save it again later.",
  "missing-rows": ROWS_OF_ZEROS,
  "over-limit": ({ problem, step }) => `${problem} Pass --step ${step} to thin it.`,
  "no-guid": ({ problem, mapLine }) =>
    `${problem} Pass --guid if it is the only curve, or complete this line in a file for --map: ${mapLine}`,
  "line-to-complete": ({ problem, mapLine }) => `${problem} Complete its line in the map: ${mapLine}`,
  "answer-without-guid": `Save the answer to a file of its own. ${IF_ONLY}`,
  "input-without-guid": `${INPUT_NAME} ${IF_ONLY}`,
  "input-without-key": INPUT_NAME,
  "no-duration": "Pass a --feed that has it, or --duration.",
  "no-duration-in-feed": "Pass --duration.",
  "not-in-feed": ({ problem }) =>
    `${problem}: check its spelling. If it is right, pass --duration, which the file does not have.`,
  "bad-duration": "Write seconds, MM:SS or HH:MM:SS. Or pass --duration.",
  "session-without-duration":
    "Pass --duration, or a --feed whose episodes have a <guid> and an <itunes:duration> such as 3600, 60:00 or 1:00:00.",
  "session-without-feed-duration": "Add one, or pass --duration.",
  "session-not-in-feed": "Check the feed, or leave out --feed.",
  "slow-sessions": `${MILLISECONDS} Otherwise, pass --interval.`,
  "slower-sessions": "Leave out --interval, and each is counted by its own.",
  "two-records": "Import only the latest export of each session.",
  "uncounted-sessions": "Repair it or leave it out, then import all files again.",
  "alike-sessions": "If they were exported twice, take them out, or export session_id.",
  "unknown-interval": "If the player logs more rarely, pass --interval.",
  "wide-gaps": ({ problem, gap }) => `${problem} Pass --interval ${gap} to close the gaps.`,
  "wider-gaps": MILLISECONDS,
  "found-twice": "Import only one of them.",
  "har-summary": ({ problem, others }) => [problem, formatCount(others, "other answer")].join(", "),
  "unused-count": "Import both together.",
  "unused-guid": () => "--guid was not used. It works only for one file with one curve that lacks a GUID.",
  "unused-keys": ({ key, keys }) =>
    keys === 1
      ? `No curve that needs a GUID has the key ${key} of --map. That is right if you left out its file. If not, check its spelling.`
      : `${keys} keys of --map were not used, such as ${key}: no curve that needs a GUID has them. That is right if you left out their files. If not, check their spelling.`,
  "other-duration": ({ problem, known, isOfFeed }) =>
    `${problem}, but ${isOfFeed ? "the feed" : "--duration"} says ${known} s. The file's duration is used.`,
  "malformed-item": ({ problem, part }) => explainMalformed({ message: problem, part }),
  "no-chart-in-item": "Import a chart to replace it.",
  "too-many-sources": 'Delete one with "delete --source".',
  "changed-meanwhile": "Import it again.",
  "counted-listeners": REPLACE,
  "collected-listens": ({ problem, isOfExport }) =>
    `${problem} ${REPLACE}${isOfExport ? ` To restore it from an export: ${HINTS.explainRecount()}` : ""}`,
  "not-corrected": ({ problem, part }) =>
    `${part === "item" ? explainMalformed({ message: problem, part }) : problem} Its duration stays as it was.`,
  "no-duration-to-register": "Add one.",
  "bad-duration-to-register": "Write seconds, MM:SS or HH:MM:SS.",
  "of-another-feed": ({ problem, mismatch, name, door }) =>
    `${problem} ${MISMATCHES[mismatch]} ${OTHERWISE[door](name)}`,
  unowned: 'If it is this show\'s, run "register --adopt" with its feed. Or name its GUID.',
  "unowned-duration": ({ problem, showName }) =>
    showName === undefined
      ? `${problem} If it is the same episode, pass no feed and --duration.`
      : `${problem} If it is of the show of ${showName}, run "register --adopt" with that, then import again. If not, pass no feed and --duration.`,
};

/** Says a fact as the command does. */
export function sayForCommand(fact: Fact): string {
  return sayFact(fact, COMMAND_WAYS_OUT);
}
