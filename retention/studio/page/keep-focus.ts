import { find } from "../../report/page/dom.ts";

/**
 * Fills a part of the page anew, or hides it. The element of the same id has the focus again that had it before. If it is gone,
 * the part's first one has it, or the field for files: never the body, where one would begin again.
 */
export function keepFocus(part: Element, fill: () => void): void {
  const before = part.contains(document.activeElement) ? document.activeElement : undefined;
  fill();
  if (!before) return;
  const others = part.querySelectorAll<HTMLElement>("summary, button, input");
  for (const next of [document.getElementById(before.id), ...others, find(".choose-files", HTMLElement)]) {
    // What is hidden keeps the focus until the page is drawn.
    if (document.activeElement !== document.body && document.activeElement?.checkVisibility()) return;
    next?.focus();
  }
}
