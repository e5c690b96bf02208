import { type Bundle, drawPage } from "../../report/make/page.ts";
import { readDropped } from "../dropped.ts";
import type { DroppedFile } from "../open-file.ts";
import { addKept } from "../saved.ts";
import { type ComputedReport, Session, type View } from "../session.ts";
import { collectChosen, collectDropped } from "./collect.ts";
import { create, find } from "./dom.ts";
import { listFiles } from "./file-list.ts";
import { listNameless } from "./nameless-list.ts";

/** Files of more bytes show how far they are read. */
const LARGE = 5_000_000;

const bundle: Bundle = JSON.parse(find("#bundle", HTMLScriptElement).text);
const session = new Session();
const frame = find("iframe", HTMLIFrameElement);
const status = find(".status", HTMLElement);
let view: View | undefined;
/** What is done one after another. */
let queue = Promise.resolve();
let shown: string | undefined;
/** Whether something was chosen since the import. */
let isStale = false;

for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]"))
  input.addEventListener("change", () => {
    const files = collectChosen(input);
    input.value = "";
    take(async () => files);
  });
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("is-dragged");
});
addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) document.documentElement.classList.remove("is-dragged");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  document.documentElement.classList.remove("is-dragged");
  // What was dropped is gone after the event, so that it is asked for at once.
  const files = collectDropped(event.dataTransfer);
  take(() => files);
});
find(".to-files", HTMLButtonElement).addEventListener("click", () => look("files"));
find(".to-report", HTMLButtonElement).addEventListener("click", () => whenFresh(() => look("report")));
find(".save", HTMLButtonElement).addEventListener("click", () => whenFresh(save));

function take(collect: () => Promise<readonly DroppedFile[]>): void {
  enqueue(async () => {
    const files = await collect();
    for (const [index, file] of files.entries()) {
      say(`Reading ${file.name} (${index + 1} of ${files.length})`);
      session.add(await readDropped(file, showProgress(file)));
    }
    if (files.length > 0) await update();
  });
}

/** Acts at once, or after what was chosen is imported. */
function whenFresh(act: () => void): void {
  if (!isStale) act();
  else
    enqueue(async () => {
      await update();
      act();
    });
}

function enqueue(act: () => Promise<void>): void {
  queue = queue.then(act).catch((error: Error) => {
    say(`Something went wrong that should not have: ${error.message}. Reload this page, and drop the files again.`);
    throw error;
  });
}

function showProgress({ file: { size } }: DroppedFile): (bytes: number) => void {
  const progress = find("progress", HTMLProgressElement);
  let read = 0;
  progress.hidden = size < LARGE;
  progress.max = size;
  return (bytes) => {
    read += bytes;
    progress.value = read;
    if (read >= size) progress.hidden = true;
  };
}

async function update(): Promise<void> {
  view = await session.compute();
  const { files, nameless, episodes, summary, report } = view;
  document.documentElement.classList.toggle("is-started", files.length > 0);
  listFiles(files, (name) =>
    enqueue(() => {
      session.remove(name);
      return update();
    }),
  );
  isStale = false;
  showNameless(nameless, episodes);
  find(".to-report", HTMLButtonElement).disabled = !report;
  find(".save", HTMLButtonElement).disabled = !report;
  const open = countOpen(nameless);
  say(open > 0 ? `${summary} ${describeOpen(open)}` : summary);
  if (!report) look("files");
  else if (!frame.hidden) drawReport();
}

/** Lists the curves to choose an episode for. What is chosen is imported when the report is asked for, or nothing is left. */
function showNameless(nameless: View["nameless"], episodes: View["episodes"]): void {
  listNameless(nameless, episodes, (key, guid) => {
    session.choose(key, guid);
    isStale = true;
    const left = session.listNameless();
    showNameless(left, episodes);
    const open = countOpen(left);
    if (open === 0) enqueue(update);
    else say(describeOpen(open));
  });
}

function countOpen(nameless: View["nameless"]): number {
  return nameless.filter(({ guid }) => guid === undefined).length;
}

function describeOpen(open: number): string {
  return `Choose the episode of ${open} below, or leave them out.`;
}

/** Shows the report in a frame of its own, from a blob: the same document that is saved, without what is kept. */
function drawReport(): void {
  if (!view?.report) return;
  if (shown !== undefined) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(new Blob([composePage(view.report())], { type: "text/html;charset=utf-8" }));
  // Not src: a frame that changes its address adds to the history of the page.
  if (frame.contentWindow) frame.contentWindow.location.replace(shown);
}

function composePage({ heading, report }: ComputedReport): string {
  return [...drawPage(heading, report, bundle)].join("");
}

function look(at: "files" | "report"): void {
  const isReport = at === "report" && view?.report !== undefined;
  find(".to-files", HTMLElement).ariaPressed = String(!isReport);
  find(".to-report", HTMLElement).ariaPressed = String(isReport);
  find(".work", HTMLElement).hidden = isReport;
  frame.hidden = !isReport;
  document.documentElement.classList.toggle("is-report", isReport);
  if (!isReport) return;
  say("Computing the report …");
  // Lets the browser draw that first.
  setTimeout(() => {
    drawReport();
    say("");
  });
}

function save(): void {
  if (!view?.report) return;
  const report = view.report();
  const page = addKept(composePage(report), session.keep());
  const name = `${report.heading.title.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")}-${new Date().toISOString().slice(0, 10)}`;
  const url = URL.createObjectURL(new Blob([page], { type: "text/html;charset=utf-8" }));
  create("a", { href: url, download: `${name}.html` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  say("Saved. Drop that file here next month, with the new files.");
}

function say(text: string): void {
  status.textContent = text;
}
