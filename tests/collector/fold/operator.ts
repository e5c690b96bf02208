import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { PARTITIONS, resetCheckpoint } from "../../../lib/collector/checkpoint.ts";
import { deleteItem, loadNewestItem, updateItem } from "../../../lib/episode/charts-table.ts";
import { absent, asRead, composeUpdate, type Expression, setAll } from "../../../lib/episode/conditional-update.ts";
import { computeChart, packCounts } from "../../../lib/episode/counts.ts";
import { nameCurve } from "../../../lib/episode/curves.ts";
import { countDrawn } from "../../../lib/episode/item-state.ts";
import { composeIdentity } from "../../../lib/episode/owner.ts";
import { type PackedChart, packChart } from "../../../lib/episode/packed-chart.ts";
import { registerEpisodes } from "../../../lib/episode/registration.ts";
import { acceptRefusal, type Table } from "../../../lib/table.ts";

/** The kinds of {@link Operation}. Another program writes an item without `updatedAt`, as any SDK can. */
export const OPERATIONS = [
  "register",
  "import sessions",
  "import a curve",
  "import a platform's curve",
  "write data",
  "write a chart",
  "write counts",
  "restore counts",
  "delete",
] as const;

/** Something that an operator, or another program, does to the item of a chart. */
export interface Operation {
  readonly kind: (typeof OPERATIONS)[number];
  readonly guid: string;
  readonly duration: number;
  /** Whether it overwrites what was collected. */
  readonly replace: boolean;
  /** The listeners of each second in an import of sessions. */
  readonly counts: readonly number[];
  readonly listeners: number;
  /** The points of an item with `data`. */
  readonly points: number;
}

/** The access key of a recount. */
export const RECOUNT = "recount";

const REPLACE = " --replace";

const PLATFORM = "apple";

/** What is known of an operation from the access key of its requests. */
export type Actor = Pick<Operation, "kind" | "replace">;

/** Tells from the access key of a request what it belongs to; undefined if to no operation. */
export function parseActor(accessKey: string): Actor | undefined {
  const kind = OPERATIONS.find((one) => one === accessKey.replace(REPLACE, ""));
  return kind && { kind, replace: accessKey.endsWith(REPLACE) };
}

/** An own curve as an import writes it. */
type ImportedCurve = PackedChart & {
  readonly source: string;
  readonly counts?: Uint8Array;
  readonly listeners?: number;
};

/** The attributes of an own curve that an import replaces, or removes. */
const OWN_CURVE = ["data", "counts", "listeners", "drawnListeners", "countedUntil"];

/** Whoever runs the commands. The access key of each request says what it belongs to. */
export class Operator {
  readonly #endpoint: string;
  readonly #clients = new Map<string, DynamoDBDocumentClient>();

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Writes what the commands write, under their conditions. */
  async perform(operation: Operation): Promise<void> {
    const { kind, guid, duration, counts, listeners, replace } = operation;
    const name = String(process.env.CHARTS_TABLE);
    const charts = { client: this.#connect(`${kind}${replace ? REPLACE : ""}`), name };
    const packed = packChart({ guid, duration, data: [{ time: 0, percentage: 7 }] }, new Date());
    if (kind === "register") await register(charts, operation);
    else if (kind === "import a curve") await importCurve(charts, { ...packed, source: "own" }, replace);
    else if (kind === "import a platform's curve")
      await importPlatformCurve(charts, { ...packed, listeners }, replace ? PLATFORM : "youtube");
    else if (kind === "import sessions") {
      const seconds = Uint32Array.from({ length: Math.ceil(duration) }, (_, second) => counts[second] ?? 0);
      const drawing = packChart(computeChart(guid, duration, seconds), new Date());
      const counted = { source: "sessions", counts: packCounts(Uint32Array.from(counts)), listeners };
      await importCurve(charts, { ...drawing, ...counted }, replace);
    } else if (kind === "delete") await deleteItem(charts, guid);
    else if (kind === "restore counts") await restoreCounts(charts, operation);
    else await write(charts, kind, operation);
  }

  /** Makes the next run count all listens again, or none until a recount. */
  async recount(isPaused: boolean): Promise<void> {
    const listens = { client: this.#connect(RECOUNT), name: String(process.env.LISTENS_TABLE) };
    const mark = randomUUID();
    for (const partition of PARTITIONS) await resetCheckpoint(listens, partition, mark, isPaused);
  }

  #connect(accessKeyId: string): DynamoDBDocumentClient {
    const credentials = { accessKeyId, secretAccessKey: "local" };
    const client =
      this.#clients.get(accessKeyId) ??
      DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: this.#endpoint, credentials }));
    this.#clients.set(accessKeyId, client);
    return client;
  }
}

async function register(charts: Table, { guid, duration, replace }: Operation): Promise<void> {
  const [registration] = await registerEpisodes(charts, [{ guid, duration, feed: composeIdentity(undefined) }], {
    adopts: replace,
  });
  if (registration?.status === "not corrected") throw new Error(registration.problem);
}

/** An import takes any item that the service can read, and makes one that is not there. */
const always: Expression = () => "(attribute_exists(guid) OR attribute_not_exists(guid))";

/** Writes an own curve as an import does, which the service knows nothing of. Of the one before, only `countedUntil` may stay. */
async function importCurve(charts: Table, { guid, ...curve }: ImportedCurve, replace: boolean): Promise<void> {
  const gone = OWN_CURVE.filter((name) => !Object.hasOwn(curve, name) && !(curve.counts && name === "countedUntil"));
  const counted = replace ? [] : ["countedUntil", ...(curve.counts ? [] : ["counts"])];
  const update: Expression = (placeholders) =>
    `${setAll(curve)(placeholders)} REMOVE ${gone.map((name) => placeholders.name(name)).join(", ")}`;
  await change(charts, guid, update, counted.map(absent));
}

/** Writes a platform's curve as an import does, beside the own one. */
async function importPlatformCurve(charts: Table, curve: Omit<ImportedCurve, "source">, platform: string) {
  const { guid, duration, ...drawing } = curve;
  const update: Expression = (placeholders) => {
    const set = setAll({ [nameCurve(platform)]: { duration, ...drawing }, shown: platform })(placeholders);
    const name = placeholders.name("duration");
    return `${set}, ${name} = if_not_exists(${name}, ${placeholders.value(duration)})`;
  };
  await change(charts, guid, update, []);
}

async function change({ client, name }: Table, guid: string, update: Expression, conditions: readonly Expression[]) {
  const input = composeUpdate(guid, update, [always, ...conditions]);
  await acceptRefusal(client.send(new UpdateCommand({ TableName: name, ...input })));
}

/** Brings other counts back that were written, counted and drawn at the same times as those that are there. */
async function restoreCounts(charts: Table, { guid, counts }: Operation): Promise<void> {
  const item = await loadNewestItem(charts, guid);
  if (item?.counts === undefined) return;
  const listeners = Number(item.listeners);
  const set = {
    counts: packCounts(Uint32Array.from(counts)),
    listeners: listeners + Math.max(...counts),
    // Without it, all would count as drawn, as after an import.
    drawnListeners: countDrawn(item, listeners),
  };
  await updateItem(charts, { guid, set, conditions: [asRead(item)] });
}

/** Writes an item as another program does. It leaves counts as they are, because nothing tells two counts apart. */
async function write(
  { client, name }: Table,
  kind: "write data" | "write a chart" | "write counts",
  { guid, duration, counts, listeners, points, replace }: Operation,
): Promise<void> {
  const data = Array.from({ length: points }, (_, time) => ({ time, percentage: 50 }));
  const { chart } = packChart({ guid, duration, data }, new Date());
  const curves = {
    "write data": { data },
    "write a chart": { chart, points, source: "own" },
    "write counts": { counts: packCounts(Uint32Array.from(counts)), listeners, source: "sessions" },
  };
  const absent = [...(replace ? [] : ["countedUntil"]), ...(kind === "write counts" ? ["counts"] : [])];
  const condition = absent.map((attribute) => `attribute_not_exists(${attribute})`).join(" AND ");
  const Item = { guid, duration, ...curves[kind] };
  await acceptRefusal(
    client.send(new PutCommand({ TableName: name, Item, ...(condition && { ConditionExpression: condition }) })),
  );
}
