import type { Heading, Report } from "../../report/make/compare-episodes.ts";
import { type Bundle, drawPage } from "../../report/make/page.ts";
import { addSavedData, type SavedData } from "../../sources/import/saved-report.ts";
import type { DroppedFile } from "../open-file.ts";
import { Pace, type Progress } from "../pace.ts";
import type { NumberedFile, ReadOrder, ReadResult, WorkerMessage, WorkerReply, WorkerRequest } from "../protocol.ts";
import { StudioSession } from "../session.ts";
import type { View } from "../view.ts";

/** The code of the report, which stands before this script. */
declare const REPORT: Bundle;

/** The least time between two tellings of how far it is, in milliseconds. */
const TELLING = 50;

const session = new StudioSession();
const encoder = new TextEncoder();
/** Whether the host reads sponsors' spots, once somebody says so. */
let isHostRead: boolean | undefined;
let stop = new AbortController();
/** What is done one after another. */
let queue = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<WorkerRequest | WorkerMessage>) => {
  if (data.kind === "stop") stop.abort();
  else if (data.kind === "answered") isHostRead = data.isHostRead;
  else queue = queue.then(() => answer(data));
});

async function answer(request: WorkerRequest): Promise<void> {
  stop = new AbortController();
  const pace = new Pace(stop.signal, limit(tell));
  try {
    const reply = await act(request, pace);
    tell(reply, "page" in reply ? [reply.page.buffer] : []);
  } catch (error) {
    if (pace.isStop(error)) tell({ kind: "view", view: session.view(), isStopped: true });
    else tell({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}

async function act(request: WorkerRequest, pace: Pace): Promise<WorkerReply> {
  if (request.kind === "report" || request.kind === "save") return show(request, pace);
  return { kind: "view", view: await change(request, pace) };
}

async function change(request: Exclude<WorkerRequest, { kind: "report" | "save" }>, pace: Pace): Promise<View> {
  switch (request.kind) {
    case "add":
      return session.add(request.files.map(openRemote), pace);
    case "remove":
      return session.remove(request.ids, pace);
    case "choose":
      return session.choose(request.key, request.guid, pace);
    case "accept all":
      return session.acceptAll(pace);
    case "mix":
      return session.mix(request.isTogether, pace);
    case "example":
      return session.addExample(pace);
    case "set duration":
      return session.setDuration(request.guid, request.text, pace);
    case "take zeros":
      return session.takeZeros(request.id, pace);
  }
}

async function show(request: Extract<WorkerRequest, { kind: "report" | "save" }>, pace: Pace): Promise<WorkerReply> {
  const view = await session.refresh(pace);
  if (!view.hasReport) return { kind: "view", view };
  const computed = await session.computeReport(pace);
  const { report, changes } = computed;
  const answer = { isHostRead: isHostRead ?? computed.heading.isHostRead };
  const heading = { ...computed.heading, ...answer };
  const hasAudio = request.kind === "report" || request.hasAudio;
  const page = [...drawPage(heading, hasAudio ? report : leaveOutAudio(report), REPORT, changes)].join("");
  if (request.kind === "report") return { kind: "report", view: session.view(), page: encoder.encode(page) };
  const saved = { ...session.keep(hasAudio), ...answer };
  const file = encoder.encode(addSavedData(page, saved));
  return { kind: "saved", view: session.view(), page: file, name: nameFile(heading, saved), hasAudio };
}

function leaveOutAudio({ shows, episodes }: Report): Report {
  return { shows, episodes: episodes.map(({ audio: _, ...episode }) => episode) };
}

/** Names the file by its show, day and minute, in UTC as in the page: two of a day are two. */
function nameFile({ title }: Heading, { savedAt }: SavedData): string {
  const time = savedAt.slice(0, "2026-11-23T08:00".length).replace("T", "-").replace(":", "");
  return `${title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")}-${time}.html`;
}

/** Opens a file of the page, which reads it. */
function openRemote({ name, number, size }: NumberedFile): DroppedFile {
  const read = (from: number, to: number) =>
    new Promise<ArrayBuffer>((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<ReadResult>) => {
        port1.close();
        if (typeof data === "string") reject(new Error(data));
        else resolve(data);
      };
      tell({ kind: "read", number, from, to, port: port2 }, [port2]);
    });
  return { name, file: { size, slice: (from, to) => ({ arrayBuffer: () => read(from, to) }) } };
}

/** Tells a new text at once, and how far it is now and then. */
function limit(tellAll: (answer: WorkerReply) => void): (progress: Progress) => void {
  let [last, at] = ["", 0];
  return (progress) => {
    if (progress.text === last && performance.now() - at < TELLING) return;
    [last, at] = [progress.text, performance.now()];
    tellAll({ kind: "progress", ...progress });
  };
}

function tell(message: WorkerReply | ReadOrder, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
