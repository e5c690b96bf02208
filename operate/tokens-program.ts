import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { decodeJwt } from "jose";
import { toPrintable } from "../lib/printable.ts";
import { deleteTokenRecord, scanTokenRecords } from "../lib/token-table.ts";
import { CommandError, createCommandLine } from "./shell/command.ts";
import { addTargetOptions, type Target, withConnection } from "./shell/connection.ts";
import { addMoveCommands, TOKENS } from "./tokens-move.ts";

const REVOKE_HELP = `
A revoked admin token gets 401, beginning with its next request.

Without an id, the command reads the token from standard input. A token must not be an argument: other users of the machine
can read arguments, and shells keep them.

Examples:
  $ ${TOKENS} revoke --stage prod --region us-east-1 6f3d2f0e-6f0c-4b8e-9c1d-2f6a0d8f7a11
  $ ${TOKENS} revoke --stage prod --region us-east-1 < admin-token.txt
`;

const LIST_HELP = `
A record does not contain its token. DynamoDB takes a few days to delete the records of expired tokens.

Example:
  $ ${TOKENS} list --admin --stage prod --region us-east-1
`;

/** Creates the command line of `npm run tokens`. */
export function createTokensProgram(): Command {
  const program = createCommandLine(TOKENS, "Revokes tokens, lists their records, and moves those of feeds.");
  addTargetOptions(
    program
      .command("revoke")
      .description("revoke a token by deleting its record")
      .argument("[id]", "the token's id, which is its claim s (default: the token on standard input)")
      .addHelpText("after", REVOKE_HELP)
      .action(revoke),
  );
  addTargetOptions(
    program
      .command("list")
      .description("list the records of tokens, the newest last: id, admin, issued, expires")
      .option("--admin", "list admin tokens only")
      .addHelpText("after", LIST_HELP)
      .action(list),
  );
  addMoveCommands(program);
  return program;
}

async function revoke(argument: string | undefined, target: Target): Promise<void> {
  const id = argument === undefined ? parseId(await readInput()) : requireId(argument);
  await withConnection(target, async ({ tokens, place }) => {
    if (!(await deleteTokenRecord(tokens, id))) {
      const problem = `The table ${tokens.name} in ${place} has no record of token ${id}.`;
      throw new CommandError(
        `${problem} If it is the service's table, the token was revoked, has expired, or was never issued. If not, set --stage and --region.`,
      );
    }
    console.log(`Revoked ${toPrintable(id)}: deleted its record from ${tokens.name} in ${place}.`);
  });
}

/** @throws CommandError if an argument is a token, which others can read there */
function requireId(argument: string): string {
  if (!argument.includes(".")) return argument;
  const problem = "A token must not be an argument, which others can read.";
  throw new CommandError(`${problem} Pass its id ${parseId(argument)}, or the token on standard input.`);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new CommandError("The id is missing. Pass it, or the token on standard input.");
  return (await text(process.stdin)).trim();
}

/** Only tokens contain dots. Their signature is not verified, because only the id is used. */
function parseId(tokenOrId: string): string {
  if (tokenOrId !== "" && !tokenOrId.includes(".")) return tokenOrId;
  try {
    const { s } = decodeJwt(tokenOrId);
    if (typeof s === "string" && s !== "") return s;
  } catch {}
  throw new CommandError(
    'It is neither a token of this service nor the id of one. Pass the token that GET /token returned on standard input, or its claim "s" as the id.',
  );
}

async function list({ admin, ...target }: Target & { readonly admin?: true }): Promise<void> {
  await withConnection(target, async ({ tokens }) => {
    console.log(formatRow("ID", "ADMIN", "ISSUED", "EXPIRES"));
    const rows: { readonly issuedAt: number; readonly text: string }[] = [];
    for await (const { id, admin: isAdmin, issuedAt, expiresAt } of scanTokenRecords(tokens, admin === true)) {
      const text = formatRow(String(id), isAdmin === true ? "yes" : "no", formatDate(issuedAt), formatDate(expiresAt));
      rows.push({ issuedAt: Number(issuedAt) || 0, text });
    }
    for (const { text } of rows.sort((one, other) => one.issuedAt - other.issuedAt)) console.log(text);
  });
}

/** @param value seconds since the epoch; any other value becomes "-" */
function formatDate(value: unknown): string {
  const date = new Date(Number(value) * 1_000);
  return Number.isNaN(date.getTime()) ? "-" : date.toISOString().replace(".000", "");
}

function formatRow(id: string, admin: string, issued: string, expires: string): string {
  return toPrintable(`${id.padEnd(36)}  ${admin.padEnd(5)}  ${issued.padEnd(20)}  ${expires}`);
}
