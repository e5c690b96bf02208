import { mkdirSync } from "node:fs";
import { isAbsolute } from "node:path";
import envPaths from "env-paths";

/**
 * In the place of operate/shell/data-folder.ts, because the package's command runs anywhere: returns the user's folder. It is made if it is
 * missing, which is said this once.
 */
export function findDataFolder(): string {
  if (process.env.DYNAMODB_FOLDER) return process.env.DYNAMODB_FOLDER;
  // As its specification says (https://specifications.freedesktop.org/basedir-spec/latest/).
  if (!isAbsolute(process.env.XDG_DATA_HOME ?? "/")) delete process.env.XDG_DATA_HOME;
  const { data } = envPaths("performance-data", { suffix: "" });
  try {
    if (mkdirSync(data, { recursive: true, mode: 0o700 }) !== undefined)
      console.error(`Your data is kept in ${data}. To keep it elsewhere, set DYNAMODB_FOLDER.`);
  } catch {
    // Whoever uses the folder says why.
  }
  return data;
}
