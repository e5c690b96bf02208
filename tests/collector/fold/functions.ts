import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context, EventBridgeEvent } from "aws-lambda";
import { vi } from "vitest";
import type { Ending } from "../../../lib/collector/run.ts";
import { makeListenEvent } from "../../support/collector.ts";
import type { Log } from "../../support/log.ts";
import { writeRecord } from "../../support/tables.ts";

/** What a player sends: the seconds of an episode that were heard. */
export interface Sent {
  readonly guid: string;
  readonly address: string;
  readonly userAgent: string;
  readonly seconds: readonly number[];
}

/** The collector's functions as containers of Lambda load them: they share nothing but the tables. */
export interface Functions {
  /** Calls one of the containers of `listen`. Returns the seconds that its answer says; undefined if it is a 404. */
  listen(sent: Sent, container: number): Promise<number | undefined>;
  /**
   * @param remaining milliseconds until Lambda's time-out, whenever the function asks
   * @returns how it ended: as its log line says, or with an error
   */
  update(remaining?: () => number): Promise<Ending>;
}

const CONTAINERS = 2;

/** How often a listen is sent until it is answered. */
const TRIES = 3;

const token = { id: randomUUID(), fingerprint: "", admin: false, interval: 1, issuedAt: 0, expiresAt: 1e12 };
const context = { awsRequestId: "request-1", getRemainingTimeInMillis: () => 900_000 } as Context;

/**
 * Loads the functions: `listen` on the real DynamoDB, and `update` on another endpoint, which the environment names from
 * then on. A client keeps the endpoint that the environment named at its first request.
 */
export async function loadFunctions(endpoint: string, { infos }: Log, startCold: () => void): Promise<Functions> {
  await writeRecord(token);
  const listeners: ((event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>)[] = [];
  for (let container = 0; container < CONTAINERS; container++) {
    startCold();
    const { handler } = await import("../../../functions/listen.ts");
    await handler(await makeListenEvent({ id: randomUUID() }), context);
    listeners.push((event) => handler(event, context));
  }
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
  startCold();
  const { handler: update } = await import("../../../functions/update.ts");
  return {
    listen: async ({ guid, address, userAgent, seconds }, container) => {
      const data = seconds.map((time) => ({ time, event: "seek" }));
      const event = await makeListenEvent({ id: token.id, guid, data, address, userAgent });
      const handle = listeners[container % CONTAINERS];
      let answer = await handle?.(event);
      // A slow machine makes requests time out. The same listen may be sent again.
      for (let tries = 1; answer?.statusCode === 500 && tries < TRIES; tries++) answer = await handle?.(event);
      if (answer?.statusCode === 404) return undefined;
      if (answer?.statusCode !== 202) throw new Error(`listen answered ${answer?.statusCode}: ${answer?.body}`);
      return JSON.parse(String(answer.body)).seconds;
    },
    update: async (getRemainingTimeInMillis = () => 900_000) => {
      const awsRequestId = randomUUID();
      const own = { awsRequestId, getRemainingTimeInMillis } as Context;
      try {
        await update({} as EventBridgeEvent<"Scheduled Event", object>, own, () => {});
      } catch {
        return "failed";
      }
      const { stopped, paused } = infos.find(({ requestId }) => requestId === awsRequestId) ?? {};
      if (stopped !== undefined) return "stopped";
      return paused === undefined ? "folded" : "paused";
    },
  };
}
