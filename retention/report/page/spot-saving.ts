import { Markup, markup } from "../curve/markup.ts";
import { find, saveAs } from "./dom.ts";
import { formatRows } from "./table-csv.ts";
import { showMessage } from "./tray.ts";

/** Names the cells of the table, and lets each name's spots be saved alone, as it has them. Tells the page around the report whether somebody said that the host reads them. */
export function offerSpots(): void {
  const section = document.querySelector<HTMLElement>(".spots");
  if (!section) return;
  const fold = find("details", HTMLDetailsElement, section);
  const answer = () => window.parent.postMessage({ kind: "answered", isHostRead: fold.open }, "*");
  fold.addEventListener("toggle", answer);
  // Somebody may have opened it while the report was drawn.
  if (fold.open) answer();
  const head = find("thead tr", HTMLTableRowElement, section);
  const terms = [...section.querySelectorAll(".terms p")];
  for (const body of section.querySelectorAll("tbody")) {
    const { name = "" } = body.dataset;
    const rows = [head, ...[...body.rows].slice(1)];
    // On narrow screens, a row is a card. In the file, these names would be longer than the rows.
    for (const { cells } of rows)
      for (const [index, cell] of [...cells].entries()) cell.dataset.name = head.cells[index]?.textContent ?? "";
    const offer = (kind: "csv" | "html", compose: () => string) =>
      find(`.as-${kind}`, HTMLButtonElement, body).addEventListener("click", () => {
        saveAs(new Blob([compose()], { type: `text/${kind};charset=utf-8` }), `sponsor.${kind}`);
        showMessage(`Saved sponsor.${kind}, with the spots of ${name} alone.`);
      });
    const texts = rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent));
    offer("csv", () => formatRows([[terms[0]?.textContent ?? ""], ...texts]));
    offer("html", () => composePage(name, terms, rows));
  }
}

/** Composes a page for one sponsor. It has no script, and requests nothing. */
function composePage(name: string, terms: readonly Element[], rows: readonly Element[]): string {
  const copy = (elements: readonly Element[]) => elements.map(({ outerHTML }) => new Markup(outerHTML));
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>body { font: 1rem/1.5 system-ui; margin: 2rem } td, th { padding: 0.3rem 0.6rem; text-align: left }</style>
${copy(terms.slice(0, 1))}
<h1>${name}</h1>
<table>${copy(rows)}</table>
${copy(terms.slice(1))}
`.toString();
}
