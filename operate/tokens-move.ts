import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { formatCount } from "../lib/count.ts";
import { isObject, tryParseJson } from "../lib/json.ts";
import { toPrintable } from "../lib/printable.ts";
import type { TokenRecord } from "../lib/token-record.ts";
import { createTokenRecord, scanFeedTokenRecords } from "../lib/token-table.ts";
import { CommandError } from "./shell/command.ts";
import { addTargetOptions, type Target, withConnection } from "./shell/connection.ts";
import { isOutputOpen } from "./shell/output.ts";
import { IS_PACKAGED } from "./shell/packaged.ts";
import { describeReadError } from "./shell/read-error.ts";

/** How a user runs the commands for tokens. */
export const TOKENS = IS_PACKAGED ? "performance-data tokens" : "npm run tokens --";

/** Records that are written at once. */
const CONCURRENCY = 10;

/** What became of a line of an import. */
type LineOutcome = "imported" | "there already" | "expired" | "refused";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const SHA_256 = /^[\da-f]{64}$/;

const EXPORT_HELP = `
The records are JSON Lines. They contain no tokens. Those of admin tokens are left out: have admin scripts ask for new ones.

Example:
  $ ${TOKENS.replace("run", "run --silent")} export --stage prod --region us-east-1 > tokens.jsonl
`;

const IMPORT_HELP = `
Import a file once, and soon: it would bring back a token that was revoked after the export. The other stack must have the
same PERFORMANCE_SECRET_KEY. A record that is there already stays as it is.

Example:
  $ ${TOKENS} import --stage prod --region eu-west-1 tokens.jsonl
`;

/** Adds what takes feed tokens along to another region. */
export function addMoveCommands(program: Command): void {
  addTargetOptions(
    program
      .command("export")
      .description("print the records of live feed tokens, for a move to another region")
      .addHelpText("after", EXPORT_HELP)
      .action(exportRecords),
  );
  addTargetOptions(
    program
      .command("import")
      .description("write records that export has printed")
      .argument("<file>", 'a file, or "-" for standard input')
      .addHelpText("after", IMPORT_HELP)
      .action(importRecords),
  );
}

async function exportRecords(target: Target): Promise<void> {
  let count = 0;
  await withConnection(target, async ({ tokens }) => {
    for await (const record of scanFeedTokenRecords(tokens, Math.floor(Date.now() / 1_000))) {
      if (!isOutputOpen()) return;
      count++;
      if (!process.stdout.write(`${JSON.stringify(record)}\n`)) await once(process.stdout, "drain").catch(() => {});
    }
  });
  if (isOutputOpen()) console.error(`Exported ${formatCount(count, "record")} of live feed tokens.`);
}

async function importRecords(file: string, target: Target): Promise<void> {
  const counts: Record<LineOutcome, number> = { imported: 0, "there already": 0, expired: 0, refused: 0 };
  await withConnection(target, async ({ tokens, place }) => {
    console.error(`Writing to ${tokens.name} in ${place}.`);
    const write = async ({ text, line }: Line): Promise<LineOutcome> => {
      const record = parseRecord(text);
      if (typeof record === "string") {
        console.error(toPrintable(`${file}:${line}: ${record}`));
        return "refused";
      }
      if (record.expiresAt * 1_000 <= Date.now()) return "expired";
      return (await createTokenRecord(tokens, record)) ? "imported" : "there already";
    };
    for await (const written of pMapIterable(readLines(file), write, { concurrency: CONCURRENCY })) counts[written]++;
  });
  console.log(
    Object.entries(counts)
      .map(([written, count]) => `${count.toLocaleString("en")} ${written}`)
      .join(", "),
  );
  if (counts.refused > 0) process.exitCode = 1;
}

interface Line {
  readonly text: string;
  /** The first one is 1. */
  readonly line: number;
}

/** Reads the lines that are not blank. @throws CommandError if the file can't be read */
async function* readLines(file: string): AsyncGenerator<Line> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  let line = 0;
  try {
    for await (const text of createInterface({ input })) {
      line++;
      if (text.trim() !== "") yield { text, line };
    }
  } catch (error) {
    throw error instanceof Error ? new CommandError(`${file}: ${describeReadError(error)}`) : error;
  }
}

/** Parses the record of a feed token. Returns what is wrong with it if it is none, or that of an admin token. */
function parseRecord(text: string): TokenRecord | string {
  const value = tryParseJson(text);
  if (!isObject(value)) return "It is not a JSON object. Pass what export has printed.";
  const { id, fingerprint, admin, interval, issuedAt, expiresAt } = value;
  if (admin !== false || value.publicKey !== undefined) return "It is not the record of a feed token, and stays here.";
  const isRecord =
    isMatch(id, UUID) && isMatch(fingerprint, SHA_256) && isCount(interval) && isCount(issuedAt) && isCount(expiresAt);
  if (!isRecord) return "It is not a record as export prints them. Export again.";
  return { id, fingerprint, admin, interval, issuedAt, expiresAt };
}

function isMatch(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
