import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FOLDER, DEFAULT_PORT } from "./environment.ts";

/** The file in the data folder that describes the running service: `{"url": "http://localhost:3000", "pid": 4711}`. */
const FILE = "service";

/**
 * Writes the URL of this process's service to the data folder, where other commands find it, until the process ends.
 */
export function announceService(folder: string, url: string): void {
  const content = JSON.stringify({ url, pid: process.pid });
  const file = join(folder, FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, content);
  } catch {
    // The service works without the file.
    return;
  }
  process.once("exit", () => {
    if (readText(file) === content) rmSync(file, { force: true });
  });
}

/** Returns the URL of the local service: at PORT if set, else that of the running service, else at the default port. */
export function findServiceUrl({ PORT, DYNAMODB_FOLDER }: NodeJS.ProcessEnv): string {
  if (PORT) return `http://localhost:${PORT}`;
  return loadAnnouncedUrl(DYNAMODB_FOLDER || DEFAULT_FOLDER) ?? `http://localhost:${DEFAULT_PORT}`;
}

function loadAnnouncedUrl(folder: string): string | undefined {
  try {
    const { url, pid }: Record<string, unknown> = JSON.parse(readText(join(folder, FILE)));
    return typeof url === "string" && isRunning(Number(pid)) ? url : undefined;
  } catch {
    return undefined;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Checks a process, because one that was killed leaves its file behind. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
