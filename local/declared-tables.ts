import { loadDeclarations } from "./declarations.ts";
import type { Resources } from "./tables.ts";

/**
 * Loads the tables that serverless.yml and the collector declare, for programs outside the Serverless Framework. Resolves
 * only the variables that table names contain: `${self:service}-${sls:stage}-tokens` -> `performance-data-dev-tokens`.
 */
export async function loadDeclaredTables(stage: string): Promise<Resources> {
  const declared = await loadDeclarations();
  const variables: Readonly<Record<string, string>> = { ...declared.variables, "sls:stage": stage };
  const resolve = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (all, name) => (variables[name] === undefined ? all : resolve(variables[name])));
  return JSON.parse(resolve(JSON.stringify(declared.tables)));
}
