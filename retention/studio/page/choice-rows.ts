/** What of a row one can use, in order. */
const CONTROLS = "button:not(:disabled), input:not(:disabled)";

/** Rows of choices, each a stop or more of the Tab key. Enter goes from open row to open row. */
export class Rows {
  readonly #part: HTMLElement;

  constructor(part: HTMLElement) {
    this.#part = part;
  }

  /** Gives the next open row the focus, after one or from the first on. Returns whether there is one. */
  focusOpen(after = -1): boolean {
    const rows = this.#list();
    const row = [...rows.slice(after + 1), ...rows.slice(0, after + 1)].find((each) =>
      each.classList.contains("is-open"),
    );
    const control = row?.querySelector<HTMLElement>(CONTROLS);
    control?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
    return control !== undefined && control !== null;
  }

  /** The place of the row that has the focus; -1 if none has. */
  findPlace(): number {
    return this.#list().findIndex((row) => row.contains(document.activeElement));
  }

  #list(): HTMLElement[] {
    return [...this.#part.querySelectorAll<HTMLElement>("li")];
  }
}
