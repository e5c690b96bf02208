import { DEFAULT_FOLDER } from "../../local/environment.ts";

/** Returns the folder of the embedded DynamoDB, and of what is kept beside it. */
export function findDataFolder(): string {
  return process.env.DYNAMODB_FOLDER || DEFAULT_FOLDER;
}
