import { formatCount } from "../../../lib/count.ts";
import { find, make } from "../../report/page/dom.ts";
import type { FileView, RefusalView } from "../view.ts";
import { keepFocus } from "./keep-focus.ts";
import type { Ask } from "./worker-client.ts";

/** Lists what was refused, and what would make up for it; and, folded, what is not needed, and what each other file had. */
export function showFiles(files: readonly FileView[], ask: Ask): void {
  const unneeded = files.filter(({ isUnneeded }) => isUnneeded);
  const needed = files.filter(({ isUnneeded }) => !isUnneeded);
  const problems = needed.filter(({ refusals }) => refusals.length > 0);
  const others = needed.filter(({ refusals }) => refusals.length === 0);
  find(".unneeded .count", HTMLElement).textContent =
    `${formatCount(unneeded.length, "file is", "files are")} not needed`;
  find(".remove-all", HTMLButtonElement).onclick = () => ask({ kind: "remove", ids: unneeded.map(({ id }) => id) });
  find(".had-files .hint", HTMLElement).textContent = formatCount(others.length, "file");
  fill(find(".problems", HTMLElement), problems, "problem", ask);
  fill(find(".unneeded", HTMLElement), unneeded, "unneeded", ask);
  fill(find(".had-files", HTMLElement), others, "file", ask);
}

function fill(part: HTMLElement, files: readonly FileView[], prefix: string, ask: Ask): void {
  const list = find(`.${part.className} .files`, HTMLElement);
  keepFocus(part, () => {
    part.hidden = files.length === 0;
    list.replaceChildren(...files.map((file, index) => createFile(file, `${prefix}-${index}`, ask)));
  });
}

function createFile({ id, lines, refusals }: FileView, place: string, ask: Ask): HTMLElement {
  const remove = make("button", { type: "button", id: place, class: "remove", "aria-label": `Take ${id} away` }, "×");
  remove.addEventListener("click", () => ask({ kind: "remove", ids: [id] }));
  return make(
    "li",
    {},
    make("div", { class: "file" }, make("bdi", { class: "name" }, id), remove),
    ...lines.map((line) => make("p", { class: "had" }, line)),
    ...refusals.map((refusal, number) => createRefusal(refusal, id, `${place}-remedy-${number}`, ask)),
  );
}

function createRefusal({ text, remedy }: RefusalView, file: string, id: string, ask: Ask): HTMLElement {
  const refusal = make("div", { class: "refused" }, make("p", { id: `${id}-reason` }, text));
  if (remedy?.kind === "zeros") {
    const button = make("button", { type: "button", id }, "Nobody listened there");
    button.addEventListener("click", () => ask({ kind: "take zeros", id: file }));
    refusal.append(button);
  }
  if (remedy?.kind === "duration") {
    const pattern = "\\s*(\\d+:)?(\\d+:)?\\d+\\s*";
    const field = make("input", { id, type: "text", inputmode: "numeric", placeholder: "45:30", pattern });
    field.addEventListener("change", () => {
      if (field.reportValidity()) ask({ kind: "set duration", guid: remedy.guid, text: field.value });
    });
    refusal.append(make("label", { for: id }, "Length (minutes:seconds) "), field);
  }
  refusal.querySelector(`#${id}`)?.setAttribute("aria-describedby", `${id}-reason`);
  return refusal;
}
