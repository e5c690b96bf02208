import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Inspector, MAIN_THREAD, type Thread } from "./inspector.ts";

/** What the service has in memory when its garbage is collected. */
export interface Memory {
  readonly threads: readonly Thread[];
  /** The whole process, as the operating system counts it, in bytes. */
  readonly resident: number;
}

/** What the threads of one part of the service have in memory, on average, at one time and at a later one. */
interface Change {
  readonly part: string;
  /** Those that were there at both times. */
  readonly threads: number;
  /** In bytes. */
  readonly before: number;
  readonly after: number;
}

/** The parts of the service, by the end of what their threads run. */
const PARTS = {
  functions: "/workerThreadHelper.js",
  DynamoDB: "/dynalite-worker.ts",
  "local server": MAIN_THREAD,
};

/** Loads it with the garbage of all threads collected, so that what is left is what they hold on to. */
export async function loadMemory(inspector: Inspector, pid: number): Promise<Memory> {
  const threads = await inspector.collectGarbage();
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return { threads, resident: Number(stdout) * 1_024 };
}

export function computeChanges(before: Memory, after: Memory): readonly Change[] {
  const bytesAfter = new Map(after.threads.map(({ id, bytes }) => [id, bytes]));
  return Object.entries(PARTS).map(([part, script]) => {
    const threads = before.threads.filter((thread) => thread.script.endsWith(script) && bytesAfter.has(thread.id));
    const average = (pick: (thread: Thread) => number) =>
      threads.reduce((total, thread) => total + pick(thread), 0) / threads.length;
    return {
      part,
      threads: threads.length,
      before: average(({ bytes }) => bytes),
      after: average(({ id }) => bytesAfter.get(id) ?? Number.NaN),
    };
  });
}
