import { type Chart, isAmount, isPoint } from "../../../../lib/chart.ts";
import { isObject, tryParseJson } from "../../../../lib/json.ts";
import { formatTime } from "../../../sources/base/times.ts";
import { findPointAt } from "../insights.ts";
import { drawSvg, PLOT } from "../svg.ts";
import { STYLE } from "../svg-style.ts";
import { formatPercent } from "../text.ts";

/** Seconds that an arrow key moves, and with Shift or Page. */
const STEP = 5;
const LEAP = 60;

const HOST_STYLE = `
  :host { display: block; max-width: 960px }
  figure { margin: 0; position: relative }
  figure:focus-visible { outline: 2px solid; outline-offset: 2px }
  svg { display: block; width: 100%; height: auto }
  .cross { stroke: currentColor; stroke-width: 1; visibility: hidden }
  output { display: block; min-height: 1.5em; font: 14px system-ui, sans-serif; font-variant-numeric: tabular-nums }
`;

/**
 * `<episode-curve>`: draws a chart in the form of the answer to POST /charts, `{guid, duration, data}`, that is its
 * attribute `chart` (JSON) or its property `chart`; `caption` is the episode's title. It fetches nothing, and needs no token.
 * Pointer and arrow keys read the curve; a screen reader hears its key figures and moments, and each value that is read.
 */
class EpisodeCurve extends HTMLElement {
  static readonly observedAttributes = ["chart", "caption"];
  readonly #figure = document.createElement("figure");
  readonly #output = document.createElement("output");
  #chart: Chart | undefined;
  #cross: SVGLineElement | undefined;
  #time = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(this.#figure, this.#output);
    addStyle(root);
    this.#figure.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#figure.addEventListener("pointermove", (event) => this.#handlePointer(event));
  }

  /** The chart that is drawn; undefined if there is none. */
  get chart(): Chart | undefined {
    return this.#chart;
  }

  set chart(value: unknown) {
    this.#chart = isChart(value) ? value : undefined;
    this.#time = 0;
    this.#draw();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === "chart") this.chart = tryParseJson(value ?? "");
    else this.#draw();
  }

  #draw(): void {
    this.#output.textContent = "";
    if (!this.#chart) {
      this.#figure.replaceChildren("No data yet.");
      for (const name of ["role", "tabindex"]) this.#figure.removeAttribute(name);
      return;
    }
    const svg = parseSvg(drawSvg(this.#chart, { title: this.getAttribute("caption") ?? undefined, hasStyle: false }));
    this.#cross = svg.appendChild(document.createElementNS(svg.namespaceURI, "line")) as SVGLineElement;
    this.#cross.setAttribute("class", "cross");
    this.#figure.replaceChildren(svg);
    this.#setAttributes({
      tabindex: "0",
      role: "slider",
      "aria-label": `${svg.querySelector("title")?.textContent}. ${svg.querySelector("desc")?.textContent}`,
      "aria-valuemin": "0",
      "aria-valuemax": String(Math.round(this.#chart.duration)),
    });
    this.#describe();
  }

  #handleKey(event: KeyboardEvent): void {
    const end = this.#chart?.duration ?? 0;
    const step = event.shiftKey ? LEAP : STEP;
    const times: Readonly<Record<string, number>> = {
      ArrowRight: this.#time + step,
      ArrowUp: this.#time + step,
      ArrowLeft: this.#time - step,
      ArrowDown: this.#time - step,
      PageUp: this.#time + LEAP,
      PageDown: this.#time - LEAP,
      Home: 0,
      End: end,
    };
    const time = times[event.key];
    if (time === undefined) return;
    event.preventDefault();
    this.#read(time);
  }

  #handlePointer({ clientX }: PointerEvent): void {
    const svg = this.#cross?.ownerSVGElement;
    if (!svg || !this.#chart) return;
    const { left, width } = svg.getBoundingClientRect();
    const x = ((clientX - left) / width) * PLOT.width;
    this.#read(((x - PLOT.left) / (PLOT.right - PLOT.left)) * this.#chart.duration);
  }

  /** Shows the curve's value at a time, at most at the episode's end. */
  #read(time: number): void {
    const duration = this.#chart?.duration ?? 0;
    this.#time = Math.min(duration, Math.max(0, time));
    const x = PLOT.left + (this.#time / duration) * (PLOT.right - PLOT.left);
    const ends = { x1: x, x2: x, y1: PLOT.top, y2: PLOT.bottom };
    for (const [name, value] of Object.entries(ends)) this.#cross?.setAttribute(name, String(value));
    this.#cross?.style.setProperty("visibility", "visible");
    this.#output.textContent = this.#describe();
  }

  /** Tells a screen reader the value at the time that is read, and returns its text. */
  #describe(): string {
    const percentage = findPointAt(this.#chart?.data ?? [], this.#time)?.percentage ?? 0;
    const text = `${formatTime(this.#time)}: ${formatPercent(percentage)}`;
    this.#setAttributes({ "aria-valuenow": String(Math.round(this.#time)), "aria-valuetext": text });
    return text;
  }

  #setAttributes(attributes: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(attributes)) this.#figure.setAttribute(name, value);
  }
}

customElements.define("episode-curve", EpisodeCurve);

/** Checks for the form of an answer with at least one point. */
function isChart(value: unknown): value is Chart {
  if (!isObject(value) || typeof value.guid !== "string" || !isAmount(value.duration)) return false;
  return value.duration > 0 && Array.isArray(value.data) && value.data.length > 0 && value.data.every(isPoint);
}

/** Parses a picture. Its size is the element's. */
function parseSvg(text: string): Element {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  // The slider says what it would.
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** Styles the element's shadow root. A page's Content-Security-Policy may forbid <style>, which is for Safari before 16.4. */
function addStyle(root: ShadowRoot): void {
  const text = `${HOST_STYLE}${STYLE}`;
  if ("adoptedStyleSheets" in ShadowRoot.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } else {
    root.append(Object.assign(document.createElement("style"), { textContent: text }));
  }
}
