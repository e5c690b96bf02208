import type { Episode } from "../episode/episode.ts";
import { find } from "./dom.ts";

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

/** Shows which episodes are ticked, with a link that compares them. */
export function showTicked(ticked: readonly Episode[], hash: string, isShown: boolean): void {
  find(".tray", HTMLElement).hidden = ticked.length === 0 || !isShown;
  const link = find(".compare", HTMLAnchorElement);
  link.href = hash;
  link.hidden = ticked.length < 2;
  link.textContent = `Compare ${ticked.length} episodes`;
  find(".tray-text", HTMLElement).textContent =
    ticked.length < 2
      ? "One episode is ticked. Tick another one to compare them."
      : ticked.map(({ title }) => title).join(" · ");
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
