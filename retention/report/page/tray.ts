import { MAX_CHOSEN } from "../episode/episode.ts";
import { joinSaid } from "../episode/summary.ts";
import { find } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** How long a message stays, in milliseconds. */
const MESSAGE_MS = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for some seconds at the bottom of the window, wherever the reader is. */
export function showMessage(text: string): void {
  const message = find(".message", HTMLElement);
  message.textContent = text;
  clearTimeout(timer);
  if (text !== "")
    timer = setTimeout(() => {
      message.textContent = "";
    }, MESSAGE_MS);
}

/** Shows the tray with the latest result while the curves are out of sight. */
export function watchCurves(section: HTMLElement): void {
  const tray = find(".tray", HTMLElement);
  find(".up", HTMLButtonElement).addEventListener("click", () => section.scrollIntoView());
  new IntersectionObserver((entries) => {
    tray.hidden = entries.some(({ isIntersecting }) => isIntersecting);
  }).observe(section);
}

/** Says in the tray what is selected, and what the leading episode's curve tells. */
export function showInTray(curves: readonly DrawnCurve[], lead: DrawnCurve | undefined): void {
  const text = lead
    ? `${getLetter(lead)} (${curves.length} of ${MAX_CHOSEN}): ${joinSaid(lead.episode)}`
    : "No episode is selected.";
  find(".tray-text", HTMLElement).textContent = text;
}

/** Copies the page's URL, which holds the choice of episodes, and says what it is good for. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    const isFile = location.protocol === "file:";
    showMessage(
      isFile
        ? "Copied. The link works on this computer. To share it, send the file, and the part of the link from # on."
        : "Copied the link.",
    );
  } catch {
    showMessage(`The link can't be copied here. It is the page's address: ${location.href}`);
  }
}
