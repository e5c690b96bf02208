import { composeListen, type Listen } from "../lib/collector/listen-item.ts";
import { computeWindow } from "../lib/collector/window.ts";
import { packCounts } from "../lib/episode/counts.ts";
import type { Span } from "../lib/spans.ts";
import { composeAnswer, marshallItem } from "./stub.ts";

/** Seconds of each episode. */
const DURATION = 3_600;

/** The items of a page, as `lib/collector/listens-table.ts` asks for them. */
const PAGE_ITEMS = 500;

const DAY = 86_400;

/** What an update folds. */
export interface Load {
  readonly listens: number;
  readonly episodes: number;
  /** Passages of each listen (default: one to five). */
  readonly passages?: number;
  /** Listens of each listener (default: one). */
  readonly listensOfListener?: number;
}

/**
 * Composes DynamoDB's answers during an update that folds a window of listens into charts, by key:
 * a GUID, or a partition and the key after which a page starts.
 */
export function composeFoldAnswers(load: Load): Record<string, string> {
  const window = computeWindow(Date.now() - DAY * 1_000, DAY);
  const guids = Array.from({ length: load.episodes }, (_, episode) => `https://podcast.example/episodes/${episode}`);
  const items = Array.from({ length: load.listens }, (_, index) =>
    makeListen(window, guids[index % load.episodes] ?? "", index, load),
  );
  const pages = [...Map.groupBy(items, ({ partition }) => partition)].flatMap(([partition, ofPartition]) =>
    composePages(
      partition,
      ofPartition.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ),
  );
  const counts = packCounts(Uint32Array.from({ length: DURATION }, (_, second) => 2_000 - (second % 500)));
  const charts = guids.map((guid) => [
    guid,
    composeAnswer({ guid, duration: DURATION, counts, listeners: 2_000, source: "sessions" }),
  ]);
  return Object.fromEntries([...charts, ...pages]);
}

function makeListen(window: string, guid: string, index: number, { passages, listensOfListener = 1 }: Load): Listen {
  const hash = Math.floor(index / listensOfListener)
    .toString(16)
    .padStart(32, "0");
  const spans = passages === undefined ? makeUsualSpans(index) : makeManySpans(index, passages);
  return composeListen(window, guid, { address: hash, listener: hash }, spans);
}

function makeUsualSpans(index: number): Span[] {
  return Array.from({ length: 1 + (index % 5) }, (_, span) => {
    const start = 700 * span + (index % 97);
    return { start, end: start + 100 + (index % 400) };
  });
}

/** Makes passages with gaps between them, which take two bytes each: no listen of so many can take more. */
function makeManySpans(index: number, passages: number): Span[] {
  return Array.from({ length: passages }, (_, span) => {
    const start = 345 * span + 128 + (index % 40);
    return { start, end: start + 128 + ((index + span) % 40) };
  });
}

function composePages(partition: string, listens: readonly Listen[]): [string, string][] {
  const pages: [string, string][] = [];
  let items: string[] = [];
  let start = "";
  listens.forEach(({ id, guid, spans }, index) => {
    items.push(JSON.stringify(marshallItem({ id, guid, spans })));
    const isLast = index === listens.length - 1;
    if (items.length < PAGE_ITEMS && !isLast) return;
    const next = isLast ? "" : `,"LastEvaluatedKey":${JSON.stringify(marshallItem({ partition, id }))}`;
    pages.push([`${partition} ${start}`, `{"Items":[${items.join(",")}]${next}}`]);
    items = [];
    start = id;
  });
  return pages;
}
