import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of Chromium or Chrome: CHROME_PATH, or else the first one on PATH. */
export function findBrowser(): string | undefined {
  return process.env.CHROME_PATH || findOnPath(NAMES);
}

/** Returns the path of the first of some programs that is in a folder (default: those of PATH). */
export function findOnPath(
  names: readonly string[],
  folders = (process.env.PATH ?? "").split(delimiter),
): string | undefined {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
