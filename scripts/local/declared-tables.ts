import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Resources } from "./tables.ts";

interface ServerlessFile {
  readonly service: string;
  readonly custom: Readonly<Record<string, unknown>>;
  /** The first element declares the tables. The others are `${file(…)}` references. */
  readonly resources: readonly [{ readonly Resources: Resources }, ...string[]];
}

/**
 * Loads the tables that serverless.yml declares, for programs outside the Serverless Framework. Resolves only the
 * variables that table names contain: `${self:service}-${sls:stage}-tokens` -> `performance-data-dev-tokens`.
 */
export async function loadDeclaredTables(stage: string): Promise<Resources> {
  const yaml = await readFile(new URL("../../serverless.yml", import.meta.url), "utf8");
  const {
    service,
    custom,
    resources: [tables],
  }: ServerlessFile = parse(yaml, { logLevel: "error" });
  const variables: Record<string, string> = { "self:service": service, "sls:stage": stage };
  for (const [name, value] of Object.entries(custom)) variables[`self:custom.${name}`] = String(value);
  const resolve = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (all, name) => (variables[name] === undefined ? all : resolve(variables[name])));
  return JSON.parse(resolve(JSON.stringify(tables.Resources)));
}
