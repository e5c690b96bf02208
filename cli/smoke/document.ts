import { loadYaml } from "../../local/yaml.ts";

export interface Reference {
  readonly $ref: string;
}

interface Header {
  readonly required?: boolean;
  readonly schema: object;
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface Operation {
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

/** Loads openapi.yaml from the checkout. The package of the commands has its result instead. */
export async function loadOpenApi(): Promise<OpenApi> {
  return loadYaml("openapi.yaml");
}
