import { loadYaml } from "../yaml.ts";

/** Loads openapi.yaml from the checkout. The package of the commands has its result instead. */
export async function loadOpenApi(): Promise<object> {
  return loadYaml("openapi.yaml");
}
