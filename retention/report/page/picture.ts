import type { Board } from "./board.ts";
import { find, saveAs } from "./dom.ts";
import { showMessage } from "./tray.ts";

/** Sizes in pixels of the picture. */
const WIDTH = 1_600;
const PLOT_HEIGHT = 760;
const SCALE = 2;
const MARGIN = 40;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
/** Room for a curve's colour and letter before its title. */
const INDENT = 96;

/** Fonts of the lines, with their height in pixels. */
const FONTS = {
  large: { font: "600 34px system-ui, sans-serif", height: 46, colour: "--text" },
  normal: { font: "26px system-ui, sans-serif", height: 38, colour: "--text" },
  quiet: { font: "22px system-ui, sans-serif", height: 32, colour: "--quiet" },
} as const;

/** A line of text. That of a curve begins with its colour and letter. */
interface Line {
  readonly text: string;
  readonly type: keyof typeof FONTS;
  readonly curve?: { readonly slot: string; readonly letter: string };
}

/**
 * Saves the shown curves as a PNG file in the colours of paper, with all that is needed to read it elsewhere: the titles,
 * the date, the source and its listeners, the headline, the summary, what the grey is and what 100 % is.
 */
export async function savePicture(board: Board, section: HTMLElement): Promise<void> {
  const plot = board.draw({ width: WIDTH - MARGIN, height: PLOT_HEIGHT, scale: SCALE, hasDashes: false });
  // The plot draws itself in a microtask.
  await Promise.resolve();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return;
  const above = listAbove(section).flatMap((line) => wrap(context, line));
  const below = listBelow(section).flatMap((line) => wrap(context, line));
  const plotTop = MARGIN + measure(above);
  canvas.width = WIDTH;
  canvas.height = plotTop + PLOT_HEIGHT + measure(below) + MARGIN;
  const style = getComputedStyle(find(".paper", HTMLElement));
  context.fillStyle = style.getPropertyValue("--ground");
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawLines(context, above, MARGIN, style);
  context.drawImage(plot, MARGIN / 2, plotTop, WIDTH - MARGIN, PLOT_HEIGHT);
  drawLines(context, below, plotTop + PLOT_HEIGHT, style);
  canvas.toBlob((blob) => {
    if (!blob) return;
    saveAs(blob, "retention.png");
    showMessage("Saved the picture as retention.png.");
  });
}

function listAbove(section: HTMLElement): Line[] {
  return [
    { type: "quiet", text: `${document.title} · ${read(".made", document)}` },
    { type: "normal", text: read(".title", section) },
    { type: "quiet", text: read(".meta", section) },
    { type: "large", text: read(".headline", section) },
    { type: "quiet", text: read(".exact", section) },
    { type: "normal", text: read(".summary", section) },
  ];
}

/** Lists the curves, as beside them on the page, and the legend. */
function listBelow(section: HTMLElement): Line[] {
  const curves = [...section.querySelectorAll(".chosen li")].flatMap((item): Line[] => {
    const { dataset, textContent } = find(".letter", HTMLElement, item);
    // A source's name is no button, and has no shortened form.
    const name = item.querySelector(".name bdi") ?? find(".name", HTMLElement, item);
    const facts = item.querySelector(".facts")?.textContent ?? "";
    const text = [name.textContent, facts].filter(Boolean).join(" · ");
    return [{ type: "normal", text, curve: { slot: dataset.slot ?? "", letter: textContent ?? "" } }];
  });
  const moments = section.querySelector(".legend-moments")?.textContent;
  return [...curves, { type: "quiet", text: [moments, read(".about-text", section)].filter(Boolean).join(". ") }];
}

function read(selector: string, parent: ParentNode): string {
  return find(selector, HTMLElement, parent).textContent ?? "";
}

function measure(lines: readonly Line[]): number {
  return lines.reduce((sum, { type }) => sum + FONTS[type].height, 0);
}

function drawLines(context: CanvasRenderingContext2D, lines: readonly Line[], top: number, style: CSSStyleDeclaration) {
  for (const [index, { text, type, curve }] of lines.entries()) {
    const { font, colour } = FONTS[type];
    const y = top + measure(lines.slice(0, index + 1)) - 10;
    const indent = curve ? INDENT : 0;
    if (curve) {
      context.fillStyle = style.getPropertyValue(`--curve-${curve.slot}`);
      context.fillRect(MARGIN, y - 12, 44, 6);
    }
    context.fillStyle = style.getPropertyValue(colour);
    context.font = font;
    if (curve) context.fillText(curve.letter, MARGIN + 60, y);
    context.fillText(text, MARGIN + indent, y, TEXT_WIDTH - indent);
  }
}

/** Breaks a line where it is full. */
function wrap(context: CanvasRenderingContext2D, { text, type, curve }: Line): Line[] {
  if (curve) return [{ text, type, curve }];
  context.font = FONTS[type].font;
  const lines: string[] = [];
  for (const word of text === "" ? [] : text.split(" ")) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line !== undefined && context.measureText(longer).width <= TEXT_WIDTH) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.map((line): Line => ({ text: line, type }));
}
