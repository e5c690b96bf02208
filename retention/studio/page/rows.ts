/** What of a row one can use, in order. */
const CONTROLS = "button:not(:disabled), input:not(:disabled)";

/**
 * Makes rows with controls one stop of the Tab key: the row that has the focus, or else the first open one. Arrow keys go
 * from button to button of other rows; a field keeps them, because they go through what it offers.
 */
export class Rows {
  readonly #part: HTMLElement;

  constructor(part: HTMLElement) {
    this.#part = part;
    part.addEventListener("focusin", () => this.update());
    part.addEventListener("keydown", (event) => {
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const row = event.target instanceof HTMLButtonElement && this.#findRow(event.target);
      if (way === undefined || !row) return;
      event.preventDefault();
      const rows = this.#list();
      focusFirst(rows[rows.indexOf(row) + way]);
    });
  }

  /** Lets Tab stop at one row. Call it when rows are new. */
  update(): void {
    const rows = this.#list();
    const current =
      this.#findRow(document.activeElement) ?? rows.find((row) => row.classList.contains("is-open")) ?? rows[0];
    for (const row of rows)
      for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = row === current ? 0 : -1;
  }

  /** Gives the next open row the focus, after one or from the first on. Returns whether there is one. */
  focusOpen(after = -1): boolean {
    const rows = this.#list();
    const open = [...rows.slice(after + 1), ...rows.slice(0, after + 1)].filter((row) =>
      row.classList.contains("is-open"),
    );
    return focusFirst(open[0]);
  }

  /** The place of the row that has the focus; -1 if none has. */
  findPlace(): number {
    const row = this.#findRow(document.activeElement);
    return row ? this.#list().indexOf(row) : -1;
  }

  #list(): HTMLElement[] {
    return [...this.#part.querySelectorAll<HTMLElement>("li")];
  }

  #findRow(element: Element | null): HTMLElement | undefined {
    return this.#list().find((row) => row.contains(element));
  }
}

function focusFirst(row: HTMLElement | undefined): boolean {
  const control = row?.querySelector<HTMLElement>(CONTROLS);
  control?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  return control !== undefined && control !== null;
}
