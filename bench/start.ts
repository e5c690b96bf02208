import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { median } from "d3-array";
import type { buildBundle } from "../scripts/bundle.ts";
import { guidOf, type Stub, startStub } from "./stub.ts";

/** The length of the charts that are asked for. */
const POINTS = 3_600;

/** How long a process that gets a share of a core runs and is stopped, together. */
const PERIOD_MS = 20;

/** What is started. */
export interface Contender {
  readonly endpoint: "token" | "charts";
  readonly bundle: Awaited<ReturnType<typeof buildBundle>>;
  /** What the process gets of a core once the bundle is loaded; all of it where nothing is said. */
  readonly share?: number;
}

/** A cold start, in milliseconds. */
export interface Start {
  /** From the start of the process to its end, which follows its answer. */
  readonly total: number;
  /** Loading the bundle, until the event is there. */
  readonly load: number;
  /** From the event to the answer. */
  readonly first: number;
  /** The CPU time of the process, which a busy machine disturbs less. */
  readonly cpu: number;
}

/**
 * Starts each contender in a fresh process that loads its bundle and has one event answered by it, in rounds
 * in which they take turns.
 *
 * @returns the medians, by the contender's name
 */
export async function measureStarts<Name extends string>(
  folder: string,
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Start>> {
  const stub = await startStub(folder, [POINTS]);
  const names = Object.keys(contenders) as Name[];
  const starts = new Map(names.map((name): [Name, Start[]] => [name, []]));
  try {
    for (const name of names) {
      await writeFile(fileOf(folder, name), contenders[name].bundle.outputFiles[0]?.contents ?? "");
    }
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const start = await measureStart(fileOf(folder, name), contenders[name], stub);
        // The first round fills the machine's caches.
        if (round > 0) starts.get(name)?.push(start);
      }
    }
  } finally {
    stub.stop();
  }
  const medianOf = (name: Name, what: keyof Start) => median(starts.get(name) ?? [], (start) => start[what]) ?? 0;
  const medians = names.map((name) => [
    name,
    {
      total: medianOf(name, "total"),
      load: medianOf(name, "load"),
      first: medianOf(name, "first"),
      cpu: medianOf(name, "cpu"),
    },
  ]);
  return Object.fromEntries(medians);
}

function fileOf(folder: string, name: string): string {
  return join(folder, `${name.replace(/\W+/g, "-")}.cjs`);
}

async function measureStart(
  file: string,
  { endpoint, share = 1 }: Contender,
  { env, readEvent }: Stub,
): Promise<Start> {
  const event = await (endpoint === "charts" ? readEvent("charts-gzip", guidOf(POINTS, "packed")) : readEvent("token"));
  const runner = new URL("programs/cold.cjs", import.meta.url).pathname;
  const started = performance.now();
  const child = spawn(process.execPath, [runner, file], {
    env: { ...env, BENCH_EVENT: JSON.stringify(event) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Its first output tells that the bundle is loaded.
  if (share < 1) child.stdout.once("data", () => void throttle(child, share));
  const output = await text(child.stdout);
  return { total: performance.now() - started, ...JSON.parse(output) };
}

/** Stops a process again and again until its end, so that it runs for a share of the time. */
async function throttle(child: ChildProcess, share: number): Promise<void> {
  while (child.exitCode === null) {
    const started = performance.now();
    await setTimeout(PERIOD_MS * share);
    child.kill("SIGSTOP");
    const ran = performance.now() - started;
    await setTimeout(ran / share - ran);
    child.kill("SIGCONT");
  }
}
