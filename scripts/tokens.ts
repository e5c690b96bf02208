import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { Command } from "commander";
import { decodeJwt } from "jose";
import { CommandError, runCommandLine } from "./cli/command.ts";
import { withConnection } from "./cli/connection.ts";
import { toPrintable } from "./cli/printable.ts";
import { addTargetOptions, type Target } from "./cli/target.ts";

const REVOKE_HELP = `
An admin token that is revoked gets 401 from then on.

Examples:
  $ npm run tokens -- revoke eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…
  $ npm run tokens -- revoke 6f3d2f0e-6f0c-4b8e-9c1d-2f6a0d8f7a11
`;

const LIST_HELP = `
The table holds no tokens, only records of them, and DynamoDB takes up to two days to delete expired ones.

Example:
  $ npm run tokens -- list --admin
`;

const program = new Command("npm run tokens --").description("Revokes tokens and lists their records.");
addTargetOptions(
  program
    .command("revoke")
    .description("delete the record of a token")
    .argument("<token-or-id>", "the token, or its id: the claim s")
    .addHelpText("after", REVOKE_HELP)
    .action(revoke),
);
addTargetOptions(
  program
    .command("list")
    .description("list the records of tokens, the newest last: id, admin or not, issued, expires")
    .option("--admin", "admin tokens only")
    .addHelpText("after", LIST_HELP)
    .action(list),
);

await runCommandLine(program);

async function revoke(tokenOrId: string, target: Target): Promise<void> {
  const id = parseId(tokenOrId);
  await withConnection(target, async ({ client, tokensTable }) => {
    const command = new DeleteCommand({
      TableName: tokensTable,
      Key: { id },
      ConditionExpression: "attribute_exists(id)",
    });
    await client.send(command).catch((error) => {
      const isGone = error instanceof ConditionalCheckFailedException;
      throw isGone
        ? new CommandError(`There is no record of token ${id}: it is not valid any more, or never was`)
        : error;
    });
    console.log(`Revoked ${toPrintable(id)}`);
  });
}

/** Only tokens have dots. Whether the signature is good does not matter: the id alone is used. */
function parseId(tokenOrId: string): string {
  if (!tokenOrId.includes(".")) return tokenOrId;
  try {
    const { s } = decodeJwt(tokenOrId);
    if (typeof s === "string" && s !== "") return s;
  } catch {}
  throw new CommandError("That is neither a token of this service nor the id of one");
}

async function list({ admin, ...target }: Target & { readonly admin?: true }): Promise<void> {
  await withConnection(target, async ({ client, tokensTable }) => {
    const pages = paginateScan(
      { client },
      {
        TableName: tokensTable,
        ProjectionExpression: "id, admin, issuedAt, expiresAt",
        ...(admin && { FilterExpression: "admin = :admin", ExpressionAttributeValues: { ":admin": true } }),
      },
    );
    console.log(formatRow("ID", "ADMIN", "ISSUED", "EXPIRES"));
    const rows: { readonly issuedAt: number; readonly text: string }[] = [];
    for await (const { Items = [] } of pages) {
      for (const { id, admin: isAdmin, issuedAt, expiresAt } of Items) {
        const text = formatRow(
          String(id),
          isAdmin === true ? "yes" : "no",
          formatDate(issuedAt),
          formatDate(expiresAt),
        );
        rows.push({ issuedAt: Number(issuedAt) || 0, text });
      }
    }
    for (const { text } of rows.sort((one, other) => one.issuedAt - other.issuedAt)) console.log(text);
  });
}

/** @param value seconds since the epoch */
function formatDate(value: unknown): string {
  const date = new Date(Number(value) * 1_000);
  return Number.isNaN(date.getTime()) ? "-" : date.toISOString().replace(".000", "");
}

function formatRow(id: string, admin: string, issued: string, expires: string): string {
  return toPrintable(`${id.padEnd(36)}  ${admin.padEnd(5)}  ${issued.padEnd(20)}  ${expires}`);
}
