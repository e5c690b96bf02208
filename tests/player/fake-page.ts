import { getEventListeners } from "node:events";
import { beforeEach, vi } from "vitest";
import { computeSpans, type ListeningEvent } from "../../lib/listening-events.ts";
import { listSeconds } from "../support/spans.ts";

/** What becomes of a request: a status, a status with `Retry-After`, or no answer, though it may have arrived. */
export type Outcome = number | readonly [status: number, retryAfter: string] | "no network" | "answer lost";

/** Bytes of requests with `keepalive` until their answers are read (Fetch, "HTTP-network-or-cache fetch"). */
const KEEPALIVE_LIMIT = 65_536;

/** A request whose answer the page has not read. */
interface Exchange {
  readonly body: string;
  readonly keepalive: boolean;
  /** The page went away before its answer. */
  isOver: boolean;
}

/** Makes a web page without a browser for each test of a file, with timers that the test moves. */
export function usePage() {
  let document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  let window = new EventTarget();
  const exchanges = new Set<Exchange>();
  const change = (visibilityState: string) => {
    Object.assign(document, { visibilityState }).dispatchEvent(new Event("visibilitychange"));
  };
  const wait = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  const page = {
    /** The bodies that arrived, of requests that were not refused and of beacons. */
    bodies: [] as string[],
    /** What was sent where, such as `fetch https://host.example/ 202`. */
    log: [] as string[],
    /** Whether beacons are taken. */
    takesBeacons: true,
    /** What becomes of the next requests. After them, each gets 202. */
    outcomes: [] as Outcome[],
    /** Milliseconds until a request is answered. */
    latency: 0,
    hide: () => {
      change("hidden");
      return wait(page.latency);
    },
    show: () => change("visible"),
    /** The page goes away, perhaps to come back. Ends its requests, but for those with `keepalive`, or of a page that is only frozen. */
    leave: ({ isFrozen = false } = {}) => {
      window.dispatchEvent(new Event("pagehide"));
      for (const exchange of exchanges) exchange.isOver ||= !exchange.keepalive && !isFrozen;
    },
    /** The browser finds a network. */
    connect: () => {
      window.dispatchEvent(new Event("online"));
      return wait(page.latency);
    },
    wait,
    /** How many listeners the page has for events. */
    countListeners: () =>
      [document, window].flatMap((target) =>
        ["visibilitychange", "pagehide", "online"].flatMap((type) => getEventListeners(target, type)),
      ).length,
    /** Changes what the browser says of its listener. */
    setNavigator: (members: object): unknown => vi.stubGlobal("navigator", { sendBeacon, ...members }),
    /** The seconds that the bodies cover, each of them for itself, as the collector counts them; in ascending order. */
    count: (interval: number, guid?: string) => countSeconds(page.bodies, interval, guid),
    /** The events of all bodies, such as `play 0`. */
    events: () => page.bodies.flatMap((body) => parseBody(body).data).map(({ time, event }) => `${event} ${time}`),
  };
  const sendBeacon = (url: string, body: string) => {
    if (page.takesBeacons) {
      page.log.push(`beacon ${url}`);
      page.bodies.push(body);
    }
    return page.takesBeacons;
  };
  const answer = async (url: string, { body, keepalive }: Exchange) => {
    const exchange = { body, keepalive, isOver: false };
    if (keepalive && countBytes(exchanges) + body.length > KEEPALIVE_LIMIT) throw new TypeError("Failed to fetch");
    exchanges.add(exchange);
    const outcome = page.outcomes.shift() ?? 202;
    if (page.latency > 0) await new Promise((resolve) => setTimeout(resolve, page.latency));
    const [status, retryAfter] = Array.isArray(outcome) ? outcome : [outcome];
    const isLost = exchange.isOver || typeof status === "string";
    page.log.push(`fetch ${url} ${exchange.isOver ? "over" : outcome}`);
    if (isLost) exchanges.delete(exchange);
    if (!exchange.isOver && (status === "answer lost" || Number(status) < 429)) page.bodies.push(body);
    if (isLost) throw new TypeError("Failed to fetch");
    const response = new Response(null, { status, ...(retryAfter && { headers: { "Retry-After": retryAfter } }) });
    return Object.assign(response, {
      text: async () => {
        exchanges.delete(exchange);
        return "";
      },
    });
  };
  beforeEach(() => {
    document = Object.assign(new EventTarget(), { visibilityState: "visible" });
    window = new EventTarget();
    for (const [name, value] of Object.entries({ document, window, fetch: answer })) vi.stubGlobal(name, value);
    page.setNavigator({});
    Object.assign(page, { takesBeacons: true, latency: 0 });
    page.bodies.length = page.log.length = page.outcomes.length = 0;
    exchanges.clear();
    vi.useFakeTimers();
    return () => {
      vi.restoreAllMocks();
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });
  return page;
}

/** Counts the bytes of requests that may outlive the page. */
function countBytes(exchanges: ReadonlySet<Exchange>): number {
  return [...exchanges].reduce((bytes, { body, keepalive }) => bytes + (keepalive ? body.length : 0), 0);
}

interface Body {
  readonly episodeGUID: string;
  readonly data: readonly ListeningEvent[];
}

function countSeconds(bodies: readonly string[], interval: number, guid?: string): number[] {
  const meant = bodies.map(parseBody).filter(({ episodeGUID }) => guid === undefined || guid === episodeGUID);
  return listSeconds(meant.flatMap(({ data }) => computeSpans(data, interval)));
}

function parseBody(body: string): Body {
  return JSON.parse(body);
}
