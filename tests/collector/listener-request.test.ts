import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AttributeValue, DeleteItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { charts } from "../../lib/dynamodb.ts";
import { ROOT } from "../support/checkout.ts";
import { listen } from "../support/collector.ts";
import { useLog } from "../support/log.ts";
import { useConfiguredService } from "../support/service.ts";
import { readListenItems, writeChartItem } from "../support/tables.ts";

useConfiguredService();
useLog();

const GUID = 'a listener asks, "twice"';
const ADDRESS = "2001:db8:7:8:9::1";
const AGENT = 'A Player/1.0 (it\'s "new")';
const APP_ID = "an-id-of-an-app-16";
const HEARD = [{ time: 10, event: "play" }];

const PAGE = readFileSync(new URL("../../docs/collecting.md", import.meta.url), "utf8");
const [FINDING = "", DELETING = ""] = [
  ...(PAGE.split("## A listener asks")[1]?.matchAll(/```sh\n(.*?)```/gs) ?? []),
].map(([, block = ""]) => block);

/** Runs a block of the page in a shell, in which `aws` prints the salt, or else its arguments. */
function runBlock(block: string, salt?: unknown): string[] {
  const stub = `aws() { if [ "$2" = get-item ]; then echo "$TEST_SALT"; else printf '%s\\n' "$@"; fi; }
npx() { shift; "${process.execPath}" "$@"; }
export -f aws npx
`;
  const env = { ...process.env, TEST_SALT: salt instanceof Uint8Array ? Buffer.from(salt).toString("base64") : "None" };
  return execFileSync("bash", ["-c", `${stub}${block}`], { cwd: ROOT, env, encoding: "utf8", stdio: "pipe" }).split(
    "\n",
  );
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Finds the listens of an address and a User-Agent as the page says. */
async function findListens(address: string, agent: string, listener = ""): Promise<Record<string, AttributeValue>[]> {
  const salt = (await readListenItems()).find(({ partition }) => partition === "salts");
  const block = FINDING.replace("2026-01-31T00:00:00Z", String(salt?.id))
    .replace("'GUID'", quote(GUID))
    .replace("'ADDRESS'", quote(address))
    .replace("'USER-AGENT'", quote(agent));
  const args = runBlock(`export LISTENER=${listener}\n${block}`, salt?.salt);
  const optionOf = (option: string) => String(args[args.indexOf(option) + 1]);
  const { Items = [] } = await charts.client.send(
    new QueryCommand({
      TableName: process.env.LISTENS_TABLE,
      ExpressionAttributeValues: JSON.parse(optionOf("--expression-attribute-values")),
      ExpressionAttributeNames: JSON.parse(optionOf("--expression-attribute-names")),
      KeyConditionExpression: optionOf("--key-condition-expression"),
    }),
  );
  return Items;
}

it("says so if the window's key is gone, rather than that nothing is stored", () => {
  expect(() => runBlock(FINDING)).toThrow("There is no key of this window");
});

it("finds the listens of who asks while the window is open, and nobody else's, and deletes them", async () => {
  await writeChartItem({ guid: GUID, duration: 60 });
  const listeners = [
    { address: ADDRESS, userAgent: AGENT },
    { address: ADDRESS, userAgent: "another player" },
    { address: "203.0.113.7", userAgent: AGENT },
    { address: ADDRESS, userAgent: AGENT, body: JSON.stringify({ episodeGUID: GUID, listener: APP_ID, data: HEARD }) },
  ];
  for (const listener of listeners)
    expect(await listen({ guid: GUID, data: HEARD, ...listener })).toMatchObject({ status: 202 });
  const found = await findListens(ADDRESS, AGENT);
  expect(found).toHaveLength(1);
  const [{ guid, spans, partition, id } = {}] = found;
  expect(guid).toEqual({ S: GUID });
  expect(await findListens(ADDRESS, "a third player")).toEqual([]);
  expect(await findListens(ADDRESS, "a third player", APP_ID)).toHaveLength(1);

  const block = DELETING.replace("SPANS", Buffer.from(spans?.B ?? []).toString("base64"));
  const [heard, ...args] = runBlock(block.replace("PARTITION", String(partition?.S)).replace("ID", String(id?.S)));
  expect(heard).toBe("10 to 11");
  const Key = JSON.parse(String(args[args.indexOf("--key") + 1]));
  await charts.client.send(new DeleteItemCommand({ TableName: process.env.LISTENS_TABLE, Key }));
  expect(await findListens(ADDRESS, AGENT)).toEqual([]);
  expect(await findListens(ADDRESS, "another player")).toHaveLength(1);
});
