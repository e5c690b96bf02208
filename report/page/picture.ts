import type { Board } from "./board.ts";
import { find, saveAs } from "./dom.ts";
import { showMessage } from "./tray.ts";

/** Sizes in pixels of the picture. */
const WIDTH = 1_600;
const PLOT_HEIGHT = 760;
const SCALE = 2;
const MARGIN = 40;
const LINE = 38;

const FONT = "system-ui, sans-serif";

/** Saves the shown curves as a PNG file in the colours of paper, with the report's title, the summary and the titles. */
export async function savePicture(board: Board, section: HTMLElement): Promise<void> {
  const plot = board.draw({ width: WIDTH - MARGIN, height: PLOT_HEIGHT, scale: SCALE }, false);
  // The plot draws itself in a microtask.
  await Promise.resolve();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return;
  const title = find(".title", HTMLElement, section).textContent ?? "";
  const summary = find(".summary", HTMLElement, section).textContent ?? "";
  context.font = `${26}px ${FONT}`;
  const lines = [title, ...wrap(context, summary, WIDTH - 2 * MARGIN)];
  const legendTop = MARGIN + 60 + lines.length * LINE + PLOT_HEIGHT + 30;
  canvas.width = WIDTH;
  canvas.height = legendTop + section.querySelectorAll(".chosen li").length * LINE + MARGIN / 2;
  drawText(context, canvas, lines);
  context.drawImage(plot, MARGIN / 2, MARGIN + 50 + lines.length * LINE, WIDTH - MARGIN, PLOT_HEIGHT);
  drawLegend(context, section, legendTop);
  canvas.toBlob((blob) => {
    if (!blob) return;
    saveAs(blob, "retention.png");
    showMessage("Saved the picture as retention.png.");
  });
}

function drawText(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, lines: readonly string[]): void {
  const style = getComputedStyle(find(".paper", HTMLElement));
  context.fillStyle = style.getPropertyValue("--ground");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.getPropertyValue("--text");
  context.font = `600 34px ${FONT}`;
  context.fillText(document.title, MARGIN, MARGIN + 24, WIDTH - 2 * MARGIN);
  context.font = `26px ${FONT}`;
  for (const [index, line] of lines.entries()) context.fillText(line, MARGIN, MARGIN + 72 + index * LINE);
}

/** Draws the letters and titles of the curves, as in the list beside them. */
function drawLegend(context: CanvasRenderingContext2D, section: HTMLElement, top: number): void {
  const style = getComputedStyle(find(".paper", HTMLElement));
  for (const [index, item] of section.querySelectorAll(".chosen li").entries()) {
    const y = top + index * LINE;
    const letter = find(".letter", HTMLElement, item);
    context.fillStyle = style.getPropertyValue(`--curve-${letter.dataset.slot}`);
    context.fillRect(MARGIN, y - 12, 44, 6);
    context.fillStyle = style.getPropertyValue("--text");
    context.font = `600 26px ${FONT}`;
    context.fillText(letter.textContent ?? "", MARGIN + 60, y);
    context.font = `26px ${FONT}`;
    context.fillText(
      find(".name :first-child, .name", HTMLElement, item).textContent ?? "",
      MARGIN + 96,
      y,
      WIDTH - 2 * MARGIN - 96,
    );
  }
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line !== undefined && context.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
