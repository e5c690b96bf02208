import { find, saveAs } from "./dom.ts";
import { showMessage } from "./tray.ts";

/** Pixels of the picture for each of the page, and sizes in those of the page. */
const SCALE = 2;
const MARGIN = 24;
const HEAD = 76;
const LINE_HEIGHT = 17;

/** Saves the chart as a PNG file, light also where the page is dark, with its labels, the title and the facts above it. */
export function savePicture(section: HTMLElement): void {
  const { classList } = document.documentElement;
  classList.add("is-light");
  const canvas = drawPicture(section);
  classList.remove("is-light");
  canvas.toBlob((blob) => {
    if (!blob) return;
    saveAs(blob, "retention.png");
    showMessage("Saved the picture as retention.png.");
  });
}

function drawPicture(section: HTMLElement): HTMLCanvasElement {
  const chart = find(".chart", HTMLElement, section);
  const svg = find("svg", SVGElement, chart);
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * (chart.clientWidth + 2 * MARGIN);
  canvas.height = SCALE * (chart.clientHeight + HEAD + 2 * MARGIN);
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(SCALE, SCALE);
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(MARGIN, MARGIN);
  for (const [index, selector] of [".title", ".meta", ".early"].entries())
    write(context, find(selector, HTMLElement, section), { x: 0, y: 18 + 24 * index, width: chart.clientWidth });
  context.translate(0, HEAD);
  for (const element of svg.querySelectorAll<SVGElement>("g, path, rect, circle, text")) drawElement(context, element);
  for (const label of chart.querySelectorAll<HTMLElement>(".label:not([hidden])")) {
    let y = label.offsetTop + 12;
    for (const part of label.querySelectorAll<HTMLElement>(
      label.classList.contains("is-short") ? "strong" : "strong, .quote",
    ))
      y = write(context, part, { x: label.offsetLeft + 4, y, width: label.clientWidth });
  }
  return canvas;
}

/** Draws an element of the chart, which has no others within it than in one part that is clipped. */
function drawElement(context: CanvasRenderingContext2D, element: SVGElement): void {
  if (element.closest("clipPath, .crosshair") || element.localName === "g") return;
  const style = getComputedStyle(element);
  context.save();
  const clip = element.closest("g") && element.ownerSVGElement?.querySelector<SVGElement>("clipPath rect");
  if (clip) context.clip(tracePath(clip));
  context.globalAlpha = Number(style.opacity);
  context.fillStyle = style.fill;
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.setLineDash(
    style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[\s,]+/).map(Number.parseFloat),
  );
  if (element.localName === "text") drawText(context, element, style);
  else {
    const path = tracePath(element);
    if (style.fill !== "none") context.fill(path);
    if (style.stroke !== "none") context.stroke(path);
  }
  context.restore();
}

const getNumber = (element: SVGElement, name: string) => Number(element.getAttribute(name) ?? 0);

function drawText(context: CanvasRenderingContext2D, element: SVGElement, style: CSSStyleDeclaration): void {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign =
    ({ start: "left", middle: "center", end: "right" } as const)[style.textAnchor as "start"] ?? "left";
  const shift = element.hasAttribute("dy") ? 0.35 * Number.parseFloat(style.fontSize) : 0;
  context.fillText(element.textContent ?? "", getNumber(element, "x"), getNumber(element, "y") + shift);
}

function tracePath(element: SVGElement): Path2D {
  const get = (name: string) => getNumber(element, name);
  const path = new Path2D(element.getAttribute("d") ?? "");
  if (element.localName === "rect") path.rect(get("x"), get("y"), get("width"), get("height"));
  if (element.localName === "circle") path.arc(get("cx"), get("cy"), get("r"), 0, 2 * Math.PI);
  return path;
}

/** Writes an element's text in lines of a width. @returns the height of the next line */
function write(
  context: CanvasRenderingContext2D,
  element: HTMLElement,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  const { fontWeight, fontSize, fontFamily, color, fontStyle } = getComputedStyle(element);
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  context.fillStyle = color;
  const lines: string[] = [];
  // The marks of a quote are the style's.
  const quote = element.querySelector("q")?.innerText ?? "";
  for (const word of element.innerText.replace(quote, quote && `“${quote}”`).split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + LINE_HEIGHT * index);
  return y + LINE_HEIGHT * lines.length;
}
