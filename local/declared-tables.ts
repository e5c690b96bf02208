import { readFile } from "node:fs/promises";
import type { Resources } from "./tables.ts";

interface TablesFile {
  readonly Resources: Resources;
}

interface ServerlessFile {
  readonly service: string;
  readonly custom: Readonly<Record<string, unknown>>;
  /** The first element declares the tables. The others are `${file(…)}` references. */
  readonly resources: readonly [TablesFile, ...string[]];
}

/**
 * Loads the tables that serverless.yml and the collector declare, for programs outside the Serverless Framework. Resolves
 * only the variables that table names contain: `${self:service}-${sls:stage}-tokens` -> `performance-data-dev-tokens`.
 */
export async function loadDeclaredTables(stage: string): Promise<Resources> {
  const { service, custom, resources }: ServerlessFile = await loadYaml("serverless.yml");
  const collector: TablesFile = await loadYaml("resources/collector/table.yml");
  const tables = { ...resources[0].Resources, ...collector.Resources };
  const variables: Record<string, string> = { "self:service": service, "sls:stage": stage };
  for (const [name, value] of Object.entries(custom)) variables[`self:custom.${name}`] = String(value);
  const resolve = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (all, name) => (variables[name] === undefined ? all : resolve(variables[name])));
  return JSON.parse(resolve(JSON.stringify(tables)));
}

/** Loads a file of the project. Ignores the tags of CloudFormation, such as `!Ref`. */
export async function loadYaml<T>(file: string): Promise<T> {
  // Loaded on use: a command that reads no table does without.
  const { parse } = await import("yaml");
  return parse(await readFile(new URL(`../${file}`, import.meta.url), "utf8"), { logLevel: "error" });
}
