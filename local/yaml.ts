import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** Loads a YAML file of the project. Ignores the tags of CloudFormation, such as `!Ref`. */
export async function loadYaml<T>(file: string): Promise<T> {
  return parse(await readFile(new URL(`../${file}`, import.meta.url), "utf8"), { logLevel: "error" });
}
