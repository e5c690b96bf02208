import { find } from "../../report/page/dom.ts";
import type { Progress } from "../pace.ts";

/** Work that takes less is not shown, in milliseconds: it would only flicker. */
const PATIENCE = 150;

/** Shows what the worker does, how far it is, and a button that stops it. */
export class Work {
  readonly #main = find("main", HTMLElement);
  readonly #box = find(".doing", HTMLElement);
  readonly #text = find(".doing span", HTMLElement);
  readonly #bar = find(".doing progress", HTMLProgressElement);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stop: () => void) {
    find(".stop", HTMLButtonElement).addEventListener("click", () => {
      this.#text.textContent = "Stopping";
      stop();
    });
  }

  start(): void {
    this.#main.ariaBusy = "true";
    this.#text.textContent = "Working";
    this.#bar.hidden = true;
    this.#timer ??= setTimeout(() => {
      this.#box.hidden = false;
    }, PATIENCE);
  }

  show({ text, part }: Progress): void {
    this.#text.textContent = text;
    this.#bar.hidden = part === undefined;
    this.#bar.value = part ?? 0;
  }

  end(): void {
    this.#main.ariaBusy = "false";
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#box.hidden = true;
  }
}
