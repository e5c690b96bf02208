import { closest } from "fastest-levenshtein";
import type { PluginOptions, Serverless } from "./framework/serverless.ts";

/** The parameters that only the command line has. */
const ONCE = ["rotate", "removeCollector"];

/** Describes each parameter of the command line that nothing reads, such as a misspelt one, which would pass in silence. */
export function findUnknownParameters(serverless: Serverless, { param = [] }: PluginOptions): string[] {
  const { configurationInput, service } = serverless;
  const declared = Object.values(configurationInput.params).flatMap((settings) => Object.keys(settings ?? {}));
  const known = new Set([...declared, ...Object.keys(service.custom.settings), ...ONCE]);
  const byLowerCase = new Map([...known].map((name) => [name.toLowerCase(), name]));
  const unknown = param.map((text) => text.replace(/=.*/s, "")).filter((name) => !known.has(name));
  return unknown.map((name) => {
    const nearest = byLowerCase.get(closest(name.toLowerCase(), [...byLowerCase.keys()]));
    return `${name} is not a parameter of serverless.yml. Did you mean ${nearest}?`;
  });
}

/**
 * Finds a parameter of the command line. Only there can a deployment be told what to do once: written into serverless.yml, each
 * deployment would do it.
 *
 * @returns all values that the parameter has, such as `both`, or `public and secret`; undefined if it is not there
 */
export function findParameter(name: string, params: readonly string[] = []): string | undefined {
  const values = params.flatMap((param) => (param.startsWith(`${name}=`) ? param.slice(name.length + 1) : []));
  return values.length > 0 ? [...new Set(values)].join(" and ") : undefined;
}
