import { range } from "d3-array";
import { formatTime } from "../../sources/base/times.ts";
import { formatPercent } from "../curve/text.ts";
import { readBand } from "../episode/told-moments.ts";
import { BEFORE_WORDS } from "../show/finding-words.ts";
import { quoteFrom } from "../words/moment-words.ts";
import { type Drawn, drawChart, MARGIN, type Picture } from "./chart.ts";
import { draw, find, make } from "./dom.ts";
import { type DrawnCurve, findPercentage, getLetter, toPosition, toTime } from "./drawn-curve.ts";
import { type Label, placeLabels } from "./labels.ts";
import { isAt, type Listed, makeLink } from "./moment-table.ts";

/** Most moments that are written on the chart: the others are in the table below it. */
const MAX_LABELS = 4;

/** Characters of a quote on the chart. */
const MAX_QUOTE = 80;

/** Width of the chart on paper, in CSS pixels, and heights there and by the width on screen. */
const PAPER = { width: 690, height: 300 };
const MIN_HEIGHT = 250;

/** Where the reading begins if nothing stands out, in seconds. */
const FIRST = 60;

/** Steps of the slider, in seconds or percent, and the width of its thumb. */
const STEPS = { time: 1, percent: 0.1 };
const THUMB = 16;

/** What the board shows: besides the curves, the moments of the only one. */
export interface Shown extends Picture {
  readonly moments: readonly Listed[];
  readonly at: number | undefined;
}

/** The chart of the shown curves, with their moments written on it, and with what they are where the reader points. */
export class Board {
  #shown: Shown | undefined;
  #drawn: Drawn | undefined;
  #position = 0;
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
    addEventListener("beforeprint", () => this.#draw(PAPER));
    addEventListener("afterprint", () => this.#draw());
  }

  show(shown: Shown): void {
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

  #draw(
    { width, height } = {
      width: this.#parent.clientWidth,
      height: Math.max(MIN_HEIGHT, Math.min(440, innerHeight * 0.5)),
    },
  ) {
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
    this.#slider.min = String(shown.extent.from);
    this.#slider.max = String(shown.extent.to);
    this.#slider.step = String(STEPS[shown.over]);
    this.#write(shown, drawn, labels, { width, height });
    this.#read(this.#position);
  }

  /** Writes the moments on the chart, each with a line to the curve. Those without room have only their number. */
  #write(
    { moments, curves: [curve], usual, over, extent, at }: Shown,
    { svg, x, y }: Drawn,
    parent: HTMLElement,
    size: { readonly width: number; readonly height: number },
  ) {
    if (!curve) return;
    const toX = (time: number) => x(toPosition(curve, time, over));
    const toY = (time: number) => y(findPercentage(curve, toPosition(curve, time, over), over) ?? 0);
    const inside = moments.filter(({ moment: { from, to } }) => {
      const [start, end] = [from, to].map((time) => toPosition(curve, time, over));
      return (end ?? 0) >= extent.from && (start ?? 0) <= extent.to;
    });
    for (const { moment, number } of inside) {
      const [from, to] = [toX(moment.from), toX(moment.to)];
      const type = `passage is-${moment.kind}${isAt(moment, at) ? " is-marked" : ""}`;
      svg.prepend(
        draw("rect", {
          class: type,
          x: from,
          y: MARGIN.top,
          width: Math.max(2, to - from),
          height: size.height - MARGIN.top - MARGIN.bottom,
        }),
      );
      svg.append(
        draw(
          "text",
          { class: `number is-${moment.kind}`, x: (from + to) / 2, y: MARGIN.top - 4, "text-anchor": "middle" },
          String(number),
        ),
      );
    }
    const labels = inside.slice(0, MAX_LABELS).map((listed): Label => {
      const { kind, from, to } = listed.moment;
      const middle = kind === "loss" ? from : (from + to) / 2;
      const levels = [toY(from), toY(middle), toY(to)];
      const element = makeLabel(listed, curve);
      parent.append(element);
      const passage = { left: toX(from), right: toX(to) };
      return { element, x: toX(middle), above: Math.min(...levels), below: Math.max(...levels), passage };
    });
    const measure = (left: number, right: number) => {
      const places = range(left, right + 1, 4).flatMap((place) => {
        const position = x.invert(place);
        const time = toTime(curve, position, over);
        const levels = [
          findPercentage(curve, position, over),
          readBand(usual, time, "low"),
          readBand(usual, time, "high"),
        ];
        return levels.flatMap((level) => (level === undefined ? [] : y(level)));
      });
      return { top: Math.min(size.height, ...places), bottom: Math.max(0, ...places) };
    };
    const box = { left: MARGIN.left, top: MARGIN.top, right: size.width - 2, bottom: size.height - MARGIN.bottom };
    for (const { x: place, from, to } of placeLabels(labels, box, measure))
      svg.append(draw("path", { class: "pointer", d: `M${place},${from}V${to}` }));
  }

  /** Shows what the curves are at a position. */
  #read(position: number): void {
    if (!this.#shown || !this.#drawn) return;
    const { curves, over, extent, usual } = this.#shown;
    const { svg, x, y } = this.#drawn;
    this.#position = Math.min(extent.to, Math.max(extent.from, position));
    const values = curves.map((curve) => {
      const level = findPercentage(curve, this.#position, over);
      return { curve, level, text: level === undefined ? "–" : formatPercent(level) };
    });
    const usually = curves[0] && readBand(usual, toTime(curves[0], this.#position, over));
    const place = over === "time" ? formatTime(this.#position) : `${formatPercent(this.#position)} of the length`;
    const told = values.map(({ curve, text }) => `${curves.length > 1 ? `${getLetter(curve)}\u00a0` : ""}${text}`);
    this.#point.textContent = [
      `At ${place}:`,
      told.join(", "),
      usually === undefined ? "" : `(usual ${usually.toFixed(0)})`,
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

/** Says at a moment what listeners do, what is said there, and offers to hear it. */
function makeLabel(listed: Listed, { episode }: DrawnCurve): HTMLElement {
  const { moment, number, told, said } = listed;
  const { kind, words } = moment;
  const quote = words
    ? [
        make(
          "span",
          { class: "quote" },
          `${BEFORE_WORDS[kind]} `,
          make("q", { dir: "auto" }, quoteFrom(words, said, MAX_QUOTE)),
        ),
      ]
    : [];
  return make(
    "div",
    { class: `label is-${kind}` },
    make("strong", {}, make("span", { class: "number" }, `${number} `), told),
    ...quote,
    ...makeLink(episode, listed),
  );
}
