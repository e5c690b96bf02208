import { range } from "d3-array";
import { formatTime } from "../../sources/base/times.ts";
import { moveApart } from "../curve/apart.ts";
import { formatPercent, quote } from "../curve/text.ts";
import { findTitle } from "../episode/chapters.ts";
import { readBand } from "../episode/usual-skips.ts";
import { BEFORE_WORDS } from "../show/finding-words.ts";
import { quoteFrom } from "../words/moment-words.ts";
import { draw, find, make } from "./dom.ts";
import { type DrawnChart, drawChart, MARGIN, type Picture } from "./drawn-chart.ts";
import { type DrawnCurve, findPercentage, toPosition, toTime } from "./drawn-curve.ts";
import { type Box, type Label, placeLabels } from "./labels.ts";
import { isAt, type ListedMoment, makeLink } from "./moment-table.ts";

/** Most moments that are written on the chart: the others are in the table below it. */
const MAX_LABELS = 6;

/** Characters of a quote on the chart. */
const MAX_QUOTE = 80;

/** Width of a moment's number, in CSS pixels. */
const NUMBER_WIDTH = 18;

/** Width of the chart on paper, in CSS pixels, and heights there and by the width on screen. */
const PAPER = { width: 690, height: 300 };
const MIN_HEIGHT = 250;

/** Where the reading begins if nothing stands out, in seconds. */
const FIRST = 60;

/** Steps of the slider, in seconds or percent, and the width of its thumb. */
const STEPS = { time: 1, percent: 0.1 };
const THUMB = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the board shows: besides the curves, the moments of the only one. */
export interface BoardContents extends Picture {
  readonly moments: readonly ListedMoment[];
  readonly at: number | undefined;
}

/** The chart of the shown curves, with their moments written on it, and with what they are where the reader points. */
export class Board {
  #shown: BoardContents | undefined;
  #drawn: DrawnChart | undefined;
  #position = 0;
  /** The size on paper, while the page is printed. */
  #paper: Size | undefined;
  readonly #parent = find(".chart", HTMLElement);
  readonly #point = find(".point", HTMLElement);
  readonly #slider = make("input", { type: "range", class: "slider", "aria-label": "Time on the curve" });
  readonly #onPoint: (told: readonly string[]) => void;

  /** @param onPoint called with the place where the reader points, and the curves' percentages there */
  constructor(onPoint: (told: readonly string[]) => void) {
    this.#onPoint = onPoint;
    new ResizeObserver(() => this.#draw()).observe(this.#parent);
    // The thumb, which is not to be seen, is within the input: its centre moves from one end of the plot to the other.
    this.#slider.addEventListener("pointermove", ({ offsetX }) =>
      this.#read(this.#drawn?.x.invert(offsetX + MARGIN.left - THUMB / 2) ?? 0),
    );
    this.#slider.addEventListener("input", () => this.#read(this.#slider.valueAsNumber));
    for (const [type, size] of [["beforeprint", PAPER], ["afterprint"]] as const)
      addEventListener(type, () => {
        this.#paper = size;
        this.#draw();
      });
  }

  show(shown: BoardContents): void {
    const [curve] = shown.curves;
    const first = shown.at ?? shown.moments[0]?.moment.from ?? curve?.episode.loss?.from ?? FIRST;
    if (
      curve?.episode !== this.#shown?.curves[0]?.episode ||
      shown.over !== this.#shown?.over ||
      shown.at !== undefined
    )
      this.#position = curve ? toPosition(curve, first, shown.over) : 0;
    this.#shown = shown;
    this.#draw();
  }

  #draw(): void {
    const { width, height } = this.#paper ?? {
      width: this.#parent.clientWidth,
      height: Math.max(MIN_HEIGHT, Math.min(440, innerHeight * 0.5)),
    };
    const shown = this.#shown;
    if (!shown || width === 0) return;
    const drawn = drawChart(shown, width, height);
    this.#drawn = drawn;
    const labels = make("div", { class: "labels" });
    this.#parent.style.height = `${height}px`;
    this.#parent.replaceChildren(drawn.svg, this.#slider, labels);
    this.#slider.style.inset = `${MARGIN.top}px auto auto ${MARGIN.left - THUMB / 2}px`;
    this.#slider.style.width = `${width - MARGIN.left - MARGIN.right + THUMB}px`;
    this.#slider.style.height = `${height - MARGIN.top - MARGIN.bottom}px`;
    this.#slider.max = String(shown.end);
    this.#slider.step = String(STEPS[shown.over]);
    this.#write(shown, drawn, labels, { width, height });
    this.#read(this.#position);
  }

  /** Marks the moments on the chart, and writes what they are beside them. Those without room have only their number. */
  #write(
    { moments, curves: [curve], usual, over, end: last, at }: BoardContents,
    { svg, x, y }: DrawnChart,
    parent: HTMLElement,
    { width, height }: Size,
  ) {
    if (!curve) return;
    const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
    const toX = (time: number) =>
      Math.min(Math.max(x(toPosition(curve, time, over)), MARGIN.left), width - MARGIN.right);
    const toY = (time: number) => y(findPercentage(curve, toPosition(curve, time, over), over) ?? 0);
    const inside = moments.flatMap((listed) => {
      const { from, to } = listed.moment;
      if (toPosition(curve, from, over) > last) return [];
      const [left, levels] = [toX(from), [from, (from + to) / 2, to].map(toY)];
      const passage = {
        left,
        right: Math.max(left + 2, toX(to)),
        top: Math.min(...levels),
        bottom: Math.max(...levels),
      };
      return { listed, passage };
    });
    for (const { listed, passage } of inside) {
      const { kind } = listed.moment;
      const place = { x: passage.left, y: top, width: passage.right - passage.left, height: bottom - top };
      const isMarked = isAt(listed.moment, at) ? " is-marked" : "";
      svg.prepend(draw("rect", { class: `passage is-${kind}${isMarked}`, ...place }));
    }
    svg.append(...drawNumbers(inside));
    const labels = inside.slice(0, MAX_LABELS).map(({ listed, passage }): Label => {
      const element = makeLabel(listed, curve);
      parent.append(element);
      return { element, passage };
    });
    const measure = (left: number, right: number) => {
      const places = range(left, right + 1, 4).flatMap((place) => {
        const position = x.invert(place);
        const time = toTime(curve, position, over);
        const band = (["low", "high"] as const).map((part) => readBand(usual, time, part));
        return [findPercentage(curve, position, over), ...band].flatMap((level) =>
          level === undefined ? [] : y(level),
        );
      });
      return { top: Math.min(height, ...places), bottom: Math.max(0, ...places) };
    };
    const names = [...svg.querySelectorAll<SVGTextElement>(".usual-name")].map((name) => {
      const { x: left, y: top, width, height } = name.getBBox();
      return { left, top, right: left + width, bottom: top + height };
    });
    const taken = [...names, ...inside.map(({ passage }) => ({ ...passage, top, bottom }))];
    placeLabels(labels, { left: MARGIN.left, top, right: width - 2, bottom }, taken, measure);
  }

  /** Shows what the curves are at a position. */
  #read(position: number): void {
    if (!this.#shown || !this.#drawn) return;
    const { curves, over, end, usual } = this.#shown;
    const { svg, x, y } = this.#drawn;
    this.#position = Math.min(end, Math.max(0, position));
    const values = curves.map((curve) => {
      const level = findPercentage(curve, this.#position, over);
      return { curve, level, text: level === undefined ? "–" : formatPercent(level) };
    });
    const usually = curves[0] && readBand(usual, toTime(curves[0], this.#position, over));
    const place = over === "time" ? formatTime(this.#position) : `${formatPercent(this.#position)} of the length`;
    const told = values.map(({ curve, text }) => `${curves.length > 1 ? `${curve.letter}\u00a0` : ""}${text}`);
    const chapter =
      curves.length === 1 && curves[0]
        ? findTitle(curves[0].episode.chapters, toTime(curves[0], this.#position, over))
        : undefined;
    this.#point.textContent = [
      `At ${place}${chapter === undefined ? "" : `, ${quote(chapter)}`}:`,
      told.join(", "),
      ...(usually === undefined ? [] : [`(usual ${usually.toFixed(0)})`]),
    ].join(" ");
    this.#slider.value = String(this.#position);
    this.#slider.setAttribute("aria-valuetext", this.#point.textContent ?? "");
    this.#onPoint([`At ${place}`, ...values.map(({ text }) => text)]);
    for (const element of svg.querySelectorAll(".crosshair")) element.remove();
    const at = x(this.#position);
    svg.append(
      draw("path", { class: "crosshair", d: `M${at},${y.range()[0] ?? 0}V${y.range()[1] ?? 0}` }),
      ...values.flatMap(({ curve, level }) =>
        level === undefined
          ? []
          : draw("circle", { class: `crosshair dot slot-${curve.slot}`, cx: at, cy: y(level), r: 4.5 }),
      ),
    );
  }
}

/** Draws the moments' numbers above their passages, in order of their places and apart from one another. */
function drawNumbers(moments: readonly { readonly listed: ListedMoment; readonly passage: Box }[]): SVGElement[] {
  const sorted = moments
    .map(({ listed, passage }) => ({ listed, middle: (passage.left + passage.right) / 2 }))
    .sort((one, other) => one.middle - other.middle);
  const places = moveApart(
    sorted.map(({ middle }) => middle),
    NUMBER_WIDTH,
  );
  return sorted.map(({ listed: { moment, number } }, index) =>
    draw(
      "text",
      { class: `number is-${moment.kind}`, x: places[index] ?? 0, y: MARGIN.top - 4, "text-anchor": "middle" },
      String(number),
    ),
  );
}

/** Says at a moment what listeners do, what is said there, and offers to hear it. */
function makeLabel(listed: ListedMoment, { episode }: DrawnCurve): HTMLElement {
  const { moment, told } = listed;
  const { kind, words } = moment;
  const quote = words
    ? [
        make(
          "span",
          { class: "quote" },
          `${BEFORE_WORDS[kind]} `,
          make("q", { dir: "auto" }, quoteFrom(words, MAX_QUOTE)),
        ),
      ]
    : [];
  return make("div", { class: `label is-${kind}` }, make("strong", {}, told), ...quote, ...makeLink(episode, listed));
}
