import { find, make, saveAs } from "../../report/page/dom.ts";
import type { WorkerReply } from "../protocol.ts";
import type { FileView, View } from "../view.ts";
import { openOwnBrowser } from "./browser.ts";
import { listSteps } from "./checklist.ts";
import { ChoiceList } from "./choice-list.ts";
import { collectChosen, type Drop } from "./collect.ts";
import { watchDrops } from "./dropping.ts";
import { showFiles } from "./file-list.ts";
import { keepFocus } from "./keep-focus.ts";
import {
  describeReport,
  describeSaved,
  findNextStep,
  isComplete,
  listNewRefused,
  type SavedState,
} from "./next-step.ts";
import { Work } from "./work.ts";
import { Client, type PageRequest } from "./worker-client.ts";

const frame = find("iframe", HTMLIFrameElement);
const status = find(".status", HTMLElement);
const next = find(".next", HTMLButtonElement);
const work = new Work(() => client.tell({ kind: "stop" }));
const choices = new ChoiceList(ask, () => next.focus());
const client = new Client((answer, isBusy) => take(answer, isBusy));
let shown: string | undefined;
/** The view that is listed, as JSON: to list hundreds of files anew takes a while. */
let listed = "";
let latest: View | undefined;
/** Whether files are on their way: with nothing left to choose, the report opens by itself. */
let isAdding = false;
/** Whether a report or a choice would be lost with the page. Nothing of the example would. */
let isUnsaved = false;

openOwnBrowser();
addEventListener("beforeunload", (event) => {
  if (isUnsaved) event.preventDefault();
});

for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]"))
  input.addEventListener("change", () => {
    add(collectChosen(input));
    input.value = "";
  });
watchDrops(frame, add, client);
// The document that has come takes the frame's focus over, but not in Chromium: keys would do nothing there, and Tab would pass it by.
frame.addEventListener("load", () => {
  if (document.activeElement === frame) frame.contentWindow?.focus();
});
find(".to-files", HTMLButtonElement).addEventListener("click", () => lookAtReport(false));
find(".to-report", HTMLButtonElement).addEventListener("click", () => ask({ kind: "report" }));
find(".save", HTMLButtonElement).addEventListener("click", () =>
  ask({ kind: "save", hasAudio: !find(".without-audio input", HTMLInputElement).checked }),
);
find(".example", HTMLButtonElement).addEventListener("click", () => ask({ kind: "example" }));
next.addEventListener("click", goOn);
for (const [selector, isTogether] of [
  [".leave-out", false],
  [".mix", true],
] as const)
  find(selector, HTMLButtonElement).addEventListener("click", () => {
    isAdding = isTogether;
    ask({ kind: "mix", isTogether });
  });

/** Does what the filled button names. */
function goOn(): void {
  if (!latest) return;
  const { step } = findNextStep(latest);
  if (step === "report") ask({ kind: "report" });
  else if (step === "choose episodes") {
    lookAtReport(false);
    choices.focusOpen();
  } else {
    lookAtReport(false);
    const files = find(".choose-files", HTMLInputElement);
    files.focus();
    if (step === "choose files") files.click();
  }
}

function add({ files, unread }: Drop): void {
  const folders = unread.map(
    (name) => `This browser can't read the folder ${name} from a drop. Use "Choose a folder".`,
  );
  if (folders.length > 0) lookAtReport(false);
  isAdding = files.length > 0;
  if (isAdding) ask({ kind: "add", files });
  else if (folders.length === 0) say('No file came with it. If there was one, use "Choose files".');
  find(".unread", HTMLElement).replaceChildren(...folders.map((text) => make("p", { class: "refused" }, text)));
}

function ask(request: PageRequest): void {
  work.start();
  if (request.kind === "remove") find(".unread", HTMLElement).replaceChildren();
  client.ask(request);
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
  const isNew = isAdding || !latest || !isComplete(latest);
  const isReady = isNew && isComplete(view) && listNewRefused(view, latest).every(({ isUnneeded }) => isUnneeded);
  const refused = isAdding ? listNewRefused(view, latest) : [];
  tellUnneeded(refused);
  isAdding = false;
  show(view);
  if (answer.kind === "report") drawReport(answer.page);
  else if (answer.kind === "saved") save(answer);
  else if (answer.isStopped) say("Stopped. All is as it was before.");
  else if (view.mixed.length > 0) askToMix(view);
  else if (view.isExample || isReady) ask({ kind: "report" });
  else {
    lookAtReport(false);
    if (refused.length > 0) find(".drop", HTMLElement).scrollIntoView({ block: "start" });
    say(view.notes);
  }
}

/** Files that are named at most where they were dropped. */
const MAX_NAMED = 3;

/** Says at once what a file is that is not needed, and where it was dropped: the list of these is folded. */
function tellUnneeded(refused: readonly FileView[]): void {
  const unneeded = refused.filter(({ isUnneeded }) => isUnneeded);
  const told = unneeded.slice(0, MAX_NAMED).map(({ id, refusals }) => `${id}: ${refusals[0]?.text}`);
  find(".unread", HTMLElement).append(...told.map((text) => make("p", { class: "refused" }, text)));
}

/** Asks whether files of another show may be added. */
function askToMix({ mixed, files }: View): void {
  lookAtReport(false);
  say("");
  const what = files.length > 0 ? "The new files are of another show." : "These files are of different shows.";
  find("#mixed", HTMLElement).textContent = `${what} Mix ${mixed.map((title) => `“${title}”`).join(" and ")}?`;
  find(".mixed", HTMLElement).scrollIntoView({ block: "nearest" });
  find(".leave-out", HTMLButtonElement).focus();
}

function show(view: View): void {
  const text = JSON.stringify(view);
  if (text === listed) return;
  listed = text;
  const { files, nameless, episodes, hasReport, isExample, steps } = view;
  const hadCurves = latest !== undefined && hasOwnCurves(latest);
  latest = view;
  noteSaved(describeSaved(view));
  document.documentElement.classList.toggle("is-started", files.length > 0);
  document.documentElement.classList.toggle("is-example", isExample);
  if (hasOwnCurves(view) !== hadCurves) find(".how", HTMLDetailsElement).open = hadCurves;
  listSteps(steps);
  showFiles(files, ask);
  choices.show(nameless, episodes);
  find(".to-report", HTMLButtonElement).disabled = !hasReport;
  find(".save", HTMLButtonElement).disabled = !hasReport;
  next.textContent = findNextStep(view).name;
  const mixed = find(".mixed", HTMLElement);
  keepFocus(mixed, () => {
    mixed.hidden = view.mixed.length === 0;
  });
}

/** Whether there are curves of one's own: before, one needs to know where to get them. */
function hasOwnCurves({ isExample, hasReport, nameless }: View): boolean {
  return !isExample && (hasReport || nameless.length > 0);
}

/** Says beside the button whether the report is saved. */
function noteSaved(state: SavedState): void {
  isUnsaved = state === "Unsaved changes";
  find(".saved", HTMLElement).textContent = state;
}

/** Shows the report in a frame of its own, from a blob: the same document that is saved, without what is kept. */
function drawReport(page: Uint8Array<ArrayBuffer>): void {
  if (shown !== undefined) URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(toBlob(page));
  lookAtReport(true);
  // Not src: a frame that changes its address adds to the history of the page.
  frame.contentWindow?.location.replace(shown);
  frame.focus();
  say(latest ? describeReport(latest) : "");
}

function lookAtReport(isReport: boolean): void {
  find(".to-files", HTMLElement).ariaPressed = String(!isReport);
  find(".to-report", HTMLElement).ariaPressed = String(isReport);
  keepFocus(frame, () => {
    find(".work", HTMLElement).hidden = isReport;
    frame.hidden = !isReport;
    document.documentElement.classList.toggle("is-report", isReport);
  });
  if (!isReport && latest?.isExample) say("");
}

function save({ page, name, hasAudio }: Extract<WorkerReply, { kind: "saved" }>): void {
  saveAs(toBlob(page), name);
  noteSaved("Saved");
  const audio = hasAudio ? "audio addresses without query or password, " : "";
  say(
    `Saved ${name}: the report, its curves, ${audio}and your choices with their files' names. You can mail it. Next month, drop it here with new files.`,
  );
}

function toBlob(page: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([page], { type: "text/html;charset=utf-8" });
}

function say(text: string): void {
  status.textContent = text;
}
