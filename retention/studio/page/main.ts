import { formatCount } from "../../../lib/count.ts";
import type { WorkerReply } from "../protocol.ts";
import type { View } from "../view.ts";
import { listChoices } from "./choice-list.ts";
import { type Asked, Client } from "./client.ts";
import { type Collected, collectChosen, collectDropped } from "./collect.ts";
import { create, find } from "./dom.ts";
import { listFiles } from "./file-list.ts";
import { Work } from "./work.ts";

const frame = find("iframe", HTMLIFrameElement);
const status = find(".status", HTMLElement);
const work = new Work(() => client.stop());
const client = new Client((answer, isBusy) => take(answer, isBusy));
let shown: string | undefined;
/** The view that is listed, as JSON: to list hundreds of files anew takes a while. */
let listed = "";

for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]"))
  input.addEventListener("change", () => {
    add(collectChosen(input));
    input.value = "";
  });
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("is-dragged");
});
addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) document.documentElement.classList.remove("is-dragged");
});
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.documentElement.classList.remove("is-dragged");
  add(await collectDropped(event.dataTransfer));
});
find(".to-files", HTMLButtonElement).addEventListener("click", () => lookAtReport(false));
find(".to-report", HTMLButtonElement).addEventListener("click", () => ask({ kind: "report" }));
find(".save", HTMLButtonElement).addEventListener("click", () => ask({ kind: "save" }));

function add({ files, unread }: Collected): void {
  const folders = unread.map(
    (name) => `This browser can't read the folder ${name} from a drop. Use "Choose a folder".`,
  );
  if (files.length > 0) ask({ kind: "add", files });
  else if (folders.length === 0) say("There was no file in it.");
  find(".unread", HTMLElement).replaceChildren(...folders.map((text) => create("p", { className: "refused" }, text)));
}

function ask(asked: Asked): void {
  work.start();
  client.ask(asked);
}

function take(answer: WorkerReply, isBusy: boolean): void {
  if (answer.kind === "progress") {
    work.show(answer);
    return;
  }
  if (!isBusy) work.end();
  if (answer.kind === "failed") {
    say(`Something went wrong that should not have: ${answer.reason}. Reload this page, and drop the files again.`);
    return;
  }
  const { view } = answer;
  show(view);
  if (answer.kind === "report") drawReport(answer.page);
  else if (answer.kind === "saved") save(answer.page, answer.name);
  else if (answer.isStopped) say("Stopped. All is as it was before.");
  else {
    lookAtReport(false);
    say(describe(view));
  }
}

function show(view: View): void {
  const text = JSON.stringify(view);
  if (text === listed) return;
  listed = text;
  const { files, nameless, episodes, hasReport } = view;
  document.documentElement.classList.toggle("is-started", files.length > 0);
  listFiles(files, ask);
  listChoices(nameless, episodes, (key, guid) => ask({ kind: "choose", key, ...(guid !== undefined && { guid }) }));
  find(".to-report", HTMLButtonElement).disabled = !hasReport;
  find(".save", HTMLButtonElement).disabled = !hasReport;
}

function describe({ summary, nameless, isStale }: View): string {
  const open = nameless.filter(({ guid }) => guid === undefined).length;
  const toChoose =
    open > 0 ? `Choose the episode of ${formatCount(open, "curve")}, or leave ${open === 1 ? "it" : "them"} out.` : [];
  return [isStale ? [] : summary, toChoose].flat().join(" ");
}

/** Shows the report in a frame of its own, from a blob: the same document that is saved, without what is kept. */
function drawReport(page: Uint8Array<ArrayBuffer>): void {
  if (shown !== undefined) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(toBlob(page));
  lookAtReport(true);
  // Not src: a frame that changes its address adds to the history of the page.
  frame.contentWindow?.location.replace(shown);
  say("");
}

function lookAtReport(isReport: boolean): void {
  find(".to-files", HTMLElement).ariaPressed = String(!isReport);
  find(".to-report", HTMLElement).ariaPressed = String(isReport);
  find(".work", HTMLElement).hidden = isReport;
  frame.hidden = !isReport;
  document.documentElement.classList.toggle("is-report", isReport);
}

function save(page: Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(toBlob(page));
  create("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  say("Saved. Drop that file here next month, with the new files.");
}

function toBlob(page: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([page], { type: "text/html;charset=utf-8" });
}

function say(text: string): void {
  status.textContent = text;
}
