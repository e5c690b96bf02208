import { formatTime } from "../../sources/base/times.ts";
import { formatPercent, MAX_TITLE, shorten } from "../curve/text.ts";
import type { ChapterRow } from "../episode/chapters.ts";
import type { Over, Zoom } from "./choice.ts";
import { find, make, makeTable } from "./dom.ts";
import { type DrawnCurve, type Extent, getLetter, toPosition } from "./drawn-curve.ts";

/** The part at which a bar has its whole height, unless a chapter loses more. */
const FULL = 0.3;

/** Smaller parts are not worth a number. */
const LEAST = 0.005;

/** Draws the leading episode's chapters below its curve, each with a bar of who drops off in it, and one of who skips it. */
export function showStrip(lead: DrawnCurve, over: Over, extent: Extent, onZoom: (zoom: Zoom) => void): void {
  const { chapters: rows = [] } = lead.episode;
  const strip = find(".strip", HTMLOListElement);
  strip.hidden = rows.length === 0;
  const parts = rows.flatMap(({ left, skipped, usual }) => [left, skipped, usual?.left ?? 0, usual?.skipped ?? 0]);
  const full = Math.max(FULL, ...parts);
  const toPart = (time: number) => {
    const part = (toPosition(lead, time, over) - extent.from) / (extent.to - extent.from);
    return Math.min(1, Math.max(0, part));
  };
  const items = rows.flatMap((row) => {
    const [from, to] = [toPart(row.time), toPart(row.end)];
    if (to <= from) return [];
    const item = make("li", { class: hasLoss(lead, row) ? "has-loss" : "" }, makeChapter(row, full, onZoom));
    item.style.left = `${100 * from}%`;
    item.style.width = `${100 * (to - from)}%`;
    return [item];
  });
  const focused = strip.contains(document.activeElement) ? document.activeElement?.ariaLabel : undefined;
  strip.replaceChildren(...items);
  rove(strip, focused);
}

/**
 * Makes the chapters one tab stop, within which arrow keys move: dozens would be in the way.
 *
 * @param focused label of the chapter that keeps the focus
 */
function rove(strip: HTMLElement, focused: string | null | undefined): void {
  const buttons = [...strip.querySelectorAll("button")];
  const enter = (next: HTMLButtonElement | undefined) => {
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  };
  enter(strip.querySelector<HTMLButtonElement>(".has-loss button") ?? buttons[0]);
  for (const [index, button] of buttons.entries()) {
    button.addEventListener("focus", () => enter(button));
    button.addEventListener("keydown", (event) => {
      const target = findTarget(event.key, index, buttons.length);
      if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      buttons[target]?.focus();
    });
  }
  if (focused) buttons.find(({ ariaLabel }) => ariaLabel === focused)?.focus({ preventScroll: true });
}

function findTarget(key: string, index: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}

/** Checks whether the largest loss, which is proven, is in a chapter: its bar is darker. */
function hasLoss({ episode: { loss } }: DrawnCurve, { time, end }: ChapterRow): boolean {
  const middle = loss && (loss.from + loss.to) / 2;
  return middle !== undefined && middle >= time && middle < end;
}

function makeChapter(row: ChapterRow, full: number, onZoom: (zoom: Zoom) => void): HTMLElement {
  const { time, end, skipped, left, usual } = row;
  const title = shorten(row.title, MAX_TITLE);
  const isSkipped = skipped > left;
  const value = isSkipped ? skipped : left;
  const usually = isSkipped ? usual?.skipped : usual?.left;
  const said = [
    `${formatTime(time)} to ${formatTime(end)}`,
    ...(skipped < LEAST ? [] : [`${formatPercent(100 * skipped)} skip it${formatUsual(usual?.skipped)}`]),
    `${formatPercent(100 * left)} drop off${formatUsual(usual?.left)}`,
  ].join(", ");
  const bars = make("span", { class: "strip-bars" });
  bars.append(makeBar(`strip-bar${isSkipped ? " is-skip" : ""}`, value / full));
  if (usually !== undefined) bars.append(makeBar("strip-usual", usually / full));
  const text = value < LEAST ? "" : `${isSkipped ? "skip " : ""}${formatPercent(100 * value)}`;
  const button = make(
    "button",
    { type: "button", "aria-label": `${title}: ${said}`, title: `${title}: ${said}` },
    bars,
    make("span", { class: "strip-value" }, text),
  );
  button.addEventListener("click", () => onZoom({ from: time, to: end }));
  return button;
}

function makeBar(name: string, part: number): HTMLElement {
  const bar = make("span", { class: name });
  bar.style.height = `${Math.min(100, 100 * part)}%`;
  return bar;
}

function formatUsual(part: number | undefined): string {
  return part === undefined ? "" : ` (usual ${formatPercent(100 * part)})`;
}

/** Lists the chapters of the leading episode: how many are present at the start, skip it, and drop off in it. */
export function listChapters(lead: DrawnCurve): void {
  const { chapters: rows = [] } = lead.episode;
  find(".chapters-part", HTMLElement).hidden = rows.length === 0;
  find(".chapters-name", HTMLElement).textContent = `Chapters of ${getLetter(lead)}`;
  const hasUsual = rows.some(({ usual }) => usual);
  const names = ["Chapter", "At", "There at start", "Skipped", "Dropped off"];
  const heads = names.flatMap((name, index) => [
    make("th", { scope: "col" }, name),
    ...(hasUsual && index > 1 ? [make("th", { scope: "col", class: "usual" }, "usual")] : []),
  ]);
  const table = find(".chapters", HTMLTableElement);
  table.classList.toggle("has-usual", hasUsual);
  table.replaceChildren(
    ...makeTable(
      heads,
      rows.map((row) => makeRow(row, hasUsual)),
    ),
  );
}

function makeRow({ title, time, present, skipped, left, usual }: ChapterRow, hasUsual: boolean): HTMLElement {
  const values = [
    [formatPercent(present), usual && formatPercent(usual.present)],
    [formatPart(skipped), usual && formatPart(usual.skipped)],
    [formatPart(left), usual && formatPart(usual.left)],
  ];
  const cells = values.flatMap(([value = "", usually = "–"]) => [
    make("td", {}, value),
    ...(hasUsual ? [make("td", { class: "usual" }, usually)] : []),
  ]);
  const name = make("th", { scope: "row" }, make("bdi", {}, title));
  return make("tr", {}, name, make("td", { class: "at" }, formatTime(time)), ...cells);
}

function formatPart(part: number): string {
  return part < LEAST ? "–" : formatPercent(100 * part);
}
