import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { registerEpisodes } from "../../../cli/charts/registration.ts";
import { computeChart, packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";

/** The kinds of {@link Operation}. */
export const OPERATIONS = [
  "register",
  "import sessions",
  "import a curve",
  "import a platform's curve",
  "write a plain item",
  "delete",
] as const;

/** Something that an operator does to the item of a chart. */
export interface Operation {
  readonly kind: (typeof OPERATIONS)[number];
  readonly guid: string;
  readonly duration: number;
  /** Whether an import overwrites what was collected. */
  readonly replace: boolean;
  /** The listeners of each second in an import of sessions. */
  readonly counts: readonly number[];
  readonly listeners: number;
  /** The points of a plain item. */
  readonly points: number;
}

/** Whoever runs the commands. The access key of each request is the kind of its operation. */
export class Operator {
  readonly #endpoint: string;
  readonly #clients = new Map<string, DynamoDBDocumentClient>();

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Writes what the commands write, under their conditions. */
  async perform(operation: Operation): Promise<void> {
    try {
      await this.#write(operation);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  async #write(operation: Operation): Promise<void> {
    const { kind, guid, duration, points, replace } = operation;
    const client = this.#connect(kind);
    const chartsTable = String(process.env.CHARTS_TABLE);
    const data = Array.from({ length: points }, (_, time) => ({ time, percentage: 50 }));
    if (kind === "register") {
      const refuse = (_: string, { detail }: { detail: string }) => {
        throw new Error(detail);
      };
      await registerEpisodes({ client, name: chartsTable }, [{ guid, duration, feeds: [] }], { replace, refuse });
    } else if (kind === "import sessions") await importSessions(client, chartsTable, operation);
    else if (kind === "import a curve")
      await put(
        client,
        chartsTable,
        packChart({ guid, duration, data: [{ time: 0, percentage: 7 }] }, new Date()),
        operation,
      );
    else if (kind === "import a platform's curve") await importPlatformCurve(client, chartsTable, operation);
    else if (kind === "write a plain item") await put(client, chartsTable, { guid, duration, data }, operation);
    else await client.send(new DeleteCommand({ TableName: chartsTable, Key: { guid } }));
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

async function importSessions(client: DynamoDBDocumentClient, TableName: string, operation: Operation): Promise<void> {
  const { guid, duration, counts, listeners, replace } = operation;
  const seconds = Uint32Array.from({ length: Math.ceil(duration) }, (_, second) => counts[second] ?? 0);
  const { guid: _, ...drawing } = packChart(computeChart(guid, duration, seconds), new Date());
  const attributes = { ...drawing, counts: packCounts(Uint32Array.from(counts)), listeners };
  if (!replace) return put(client, TableName, { guid, ...attributes }, operation);
  const names = Object.keys(attributes);
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { guid },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")} REMOVE #data, drawnListeners`,
      ExpressionAttributeNames: Object.fromEntries(["data", ...names].map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  );
}

/** Writes a curve beside the own one, without a condition. It meets nothing that the collector writes. */
async function importPlatformCurve(
  client: DynamoDBDocumentClient,
  TableName: string,
  { guid, duration }: Operation,
): Promise<void> {
  const { guid: _, ...curve } = packChart({ guid, duration, data: [{ time: 0, percentage: 7 }] }, new Date());
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { guid },
      UpdateExpression: "SET #curve = :curve, shown = :name, #duration = if_not_exists(#duration, :duration)",
      ExpressionAttributeNames: { "#curve": "curve:youtube", "#duration": "duration" },
      ExpressionAttributeValues: { ":curve": curve, ":name": "youtube", ":duration": duration },
    }),
  );
}

async function put(
  client: DynamoDBDocumentClient,
  TableName: string,
  Item: object,
  { replace }: Operation,
): Promise<void> {
  const condition = replace ? {} : { ConditionExpression: "attribute_not_exists(countedUntil)" };
  await client.send(new PutCommand({ TableName, Item: { ...Item }, ...condition }));
}
