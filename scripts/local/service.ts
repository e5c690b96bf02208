import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FOLDER, DEFAULT_PORT } from "./environment.ts";

/** The file in the data folder that says where the service that uses it listens, and which process it is. */
const FILE = "service";

/** Says in the data folder where this process serves, for as long as it runs and for other processes to find. */
export function announceService(folder: string, url: string): void {
  const content = JSON.stringify({ url, pid: process.pid });
  const file = join(folder, FILE);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, content);
  } catch {
    // It serves all the same.
    return;
  }
  process.once("exit", () => {
    if (readText(file) === content) rmSync(file, { force: true });
  });
}

/** The URL of the local service: at the port in PORT, else where a service runs that has announced itself, else by default. */
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

/** A process that was killed left its file behind. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
