import { mkdirSync } from "node:fs";
import { isAbsolute } from "node:path";
import envPaths from "env-paths";
import { DEFAULT_FOLDER } from "../../local/environment.ts";
import { IS_PACKAGED } from "./names.ts";

/**
 * Returns the folder of the embedded DynamoDB, and of what is kept beside it: of a checkout, or of the user, who may run
 * the package's command anywhere. The user's folder is made if it is missing, which is said this once.
 */
export function findDataFolder(): string {
  if (process.env.DYNAMODB_FOLDER) return process.env.DYNAMODB_FOLDER;
  if (!IS_PACKAGED) return DEFAULT_FOLDER;
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
