import { beforeEach, vi } from "vitest";
import { computeSpans, type ListeningEvent } from "../../lib/listening-events.ts";

/** A web page without a browser, which takes beacons. */
export interface FakePage {
  /** The bodies of the beacons that were taken. */
  readonly bodies: string[];
  /** Where they were sent. */
  readonly urls: string[];
  /** Whether beacons are taken. */
  takesBeacons: boolean;
  hide(): void;
  show(): void;
  /** The page goes away, perhaps to come back. */
  leave(): void;
  /** Changes what the browser says of its listener. */
  setNavigator(members: object): void;
  /** The seconds that the beacons cover, each of them for itself, as the collector counts them; in ascending order. */
  count(interval: number): number[];
  /** The events of all beacons, such as `play 0`. */
  events(): string[];
}

/** Makes a page for each test of a file, with timers that the test moves. */
export function usePage(): FakePage {
  let document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  let window = new EventTarget();
  const change = (visibilityState: string) => {
    Object.assign(document, { visibilityState }).dispatchEvent(new Event("visibilitychange"));
  };
  const page: FakePage = {
    bodies: [],
    urls: [],
    takesBeacons: true,
    hide: () => change("hidden"),
    show: () => change("visible"),
    leave: () => window.dispatchEvent(new Event("pagehide")),
    setNavigator: (members) => vi.stubGlobal("navigator", { sendBeacon, ...members }),
    count: (interval) => countSeconds(page.bodies, interval),
    events: () => page.bodies.flatMap(parseEvents).map(({ time, event }) => `${event} ${time}`),
  };
  const sendBeacon = (url: string, body: string) => {
    if (page.takesBeacons) {
      page.urls.push(url);
      page.bodies.push(body);
    }
    return page.takesBeacons;
  };
  beforeEach(() => {
    document = Object.assign(new EventTarget(), { visibilityState: "visible" });
    window = new EventTarget();
    vi.stubGlobal("document", document);
    vi.stubGlobal("window", window);
    page.setNavigator({});
    Object.assign(page, { takesBeacons: true });
    page.bodies.length = page.urls.length = 0;
    vi.useFakeTimers();
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });
  return page;
}

function countSeconds(bodies: readonly string[], interval: number): number[] {
  const seconds = new Set<number>();
  for (const body of bodies)
    for (const { start, end } of computeSpans(parseEvents(body), interval))
      for (let second = start; second < end; second++) seconds.add(second);
  return [...seconds].sort((one, other) => one - other);
}

function parseEvents(body: string): readonly ListeningEvent[] {
  return JSON.parse(body).data;
}
