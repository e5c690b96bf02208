import type { FileView, RefusalView } from "../view.ts";
import type { Asked } from "./client.ts";
import { create, find, keepFocus } from "./dom.ts";

/** Lists what each file had, what was refused, and what would make up for it. */
export function listFiles(files: readonly FileView[], ask: (asked: Asked) => void): void {
  const section = find(".had-files", HTMLElement);
  section.hidden = files.length === 0;
  keepFocus(section, () =>
    find(".files", HTMLElement).replaceChildren(...files.map((file, index) => createFile(file, index, ask))),
  );
}

function createFile({ id, lines, refusals }: FileView, index: number, ask: (asked: Asked) => void): HTMLElement {
  const remove = create("button", { type: "button", className: "remove", ariaLabel: `Take ${id} away` }, "×");
  remove.addEventListener("click", () => ask({ kind: "remove", id }));
  return create(
    "li",
    {},
    create("div", { className: "file" }, create("bdi", { className: "name" }, id), remove),
    ...lines.map((line) => create("p", { className: "had" }, line)),
    ...refusals.map((refusal, number) => createRefusal(refusal, id, `remedy-${index}-${number}`, ask)),
  );
}

function createRefusal(
  { text, remedy }: RefusalView,
  file: string,
  id: string,
  ask: (asked: Asked) => void,
): HTMLElement {
  const refusal = create("div", { className: "refused" }, create("p", { id: `${id}-reason` }, text));
  if (remedy?.kind === "zeros") {
    const button = create("button", { type: "button", id }, "Nobody listened there");
    button.addEventListener("click", () => ask({ kind: "take zeros", id: file }));
    refusal.append(button);
  }
  if (remedy?.kind === "duration") {
    const field = create("input", { id, type: "text", inputMode: "numeric", pattern: "\\s*(\\d+:)?(\\d+:)?\\d+\\s*" });
    field.placeholder = "45:30";
    field.addEventListener("change", () => {
      if (field.reportValidity()) ask({ kind: "set duration", guid: remedy.guid, text: field.value });
    });
    refusal.append(create("label", { htmlFor: id }, "Length (minutes:seconds) "), field);
  }
  refusal.querySelector(`#${id}`)?.setAttribute("aria-describedby", `${id}-reason`);
  return refusal;
}
