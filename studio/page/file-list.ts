import type { FileView } from "../session.ts";
import { create, find } from "./dom.ts";

/** Lists what each file had, and what was refused. */
export function listFiles(files: readonly FileView[], onRemove: (name: string) => void): void {
  find(".files", HTMLElement).replaceChildren(...files.map((file) => createFile(file, onRemove)));
}

function createFile({ name, lines, refusals }: FileView, onRemove: (name: string) => void): HTMLElement {
  const remove = create("button", { type: "button", className: "remove", ariaLabel: `Take ${name} away` }, "×");
  remove.addEventListener("click", () => onRemove(name));
  return create(
    "li",
    {},
    create("div", { className: "file" }, create("bdi", { className: "name" }, name), remove),
    ...lines.map((line) => create("p", { className: "had" }, line)),
    ...refusals.map((refusal) => create("p", { className: "refused" }, refusal)),
  );
}
