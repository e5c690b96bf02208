import type { Resources } from "../deploy/framework/serverless.ts";

interface TablesFile {
  readonly Resources: Resources;
}

interface ServerlessFile {
  readonly service: string;
  readonly custom: Readonly<Record<string, unknown>>;
  /** The first element declares the tables. The others are `${file(…)}` references. */
  readonly resources: readonly [TablesFile, ...string[]];
}

let declarations: ReturnType<typeof parseDeclarations> | undefined;

/**
 * Loads what serverless.yml and the collector declare of the tables, and the variables in their names, such as `self:service`.
 * Parses them once. The package of the commands has its result instead.
 */
export async function loadDeclarations() {
  declarations ??= parseDeclarations();
  return declarations;
}

async function parseDeclarations() {
  // Loaded on use: a command that reads no table does without.
  const { loadYaml } = await import("./yaml.ts");
  const { service, custom, resources }: ServerlessFile = await loadYaml("serverless.yml");
  const collector: TablesFile = await loadYaml("deploy/resources/collector/table.yml");
  const names = Object.entries(custom).filter(([name]) => name.endsWith("Table"));
  const variables = Object.fromEntries(names.map(([name, value]) => [`self:custom.${name}`, String(value)]));
  return {
    tables: { ...resources[0].Resources, ...collector.Resources },
    variables: { ...variables, "self:service": service },
  };
}
