import { Ajv2020 } from "ajv/dist/2020.js";
import { loadOpenApi } from "./load-openapi.ts";

const DOCUMENT = "openapi.yaml";

/** An HTTP response, read to its end. */
interface DocumentedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The decompressed text. */
  readonly body: string;
}

interface Reference {
  readonly $ref: string;
}

interface Header {
  readonly required?: boolean;
  readonly schema: object;
}

interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/**
 * The document with absolute references, which resolve in any part of it: `#/components/…` ->
 * `openapi.yaml#/components/…`.
 */
const openApi: OpenApi = JSON.parse(JSON.stringify(await loadOpenApi()).replaceAll('"#/', `"${DOCUMENT}#/`));

/** Not strict, because most of the document is not a schema. */
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(openApi, DOCUMENT);

/**
 * Verifies a response against openapi.yaml: its status, headers, media type and body.
 *
 * @param method in upper or lower case
 * @param path as in openapi.yaml, without a query string
 * @throws Error that describes the first difference
 */
export function requireDocumentedAnswer(method: string, path: string, answer: DocumentedAnswer): void {
  const name = `${method.toUpperCase()} ${path} ${answer.status}`;
  const response = openApi.paths[path]?.[method.toLowerCase()]?.responses[answer.status];
  if (!response) throw new Error(`${name} is not in ${DOCUMENT}.`);
  const { headers = {}, content = {} } = resolve(response, openApi.components.responses);
  requireHeaders(name, headers, answer.headers);

  const mediaType = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const schema = content[mediaType]?.schema;
  if (!schema) {
    throw new Error(`${name} must have the Content-Type ${Object.keys(content).join(" or ")}, not "${mediaType}".`);
  }
  if (!ajv.validate(schema, parseJson(name, answer.body))) {
    throw new Error(`${name} has a wrong body: ${ajv.errorsText(ajv.errors, { dataVar: "body" })}.`);
  }
}

function requireHeaders(name: string, documented: NonNullable<Response["headers"]>, headers: Headers): void {
  for (const [header, either] of Object.entries(documented)) {
    const { required, schema } = resolve(either, openApi.components.headers);
    const value = headers.get(header);
    if (value === null && required) throw new Error(`${name} must have the header ${header}.`);
    if (value !== null && !ajv.validate(schema, value))
      throw new Error(`${name} has the header "${header}: ${value}", which ${DOCUMENT} does not allow.`);
  }
}

/** Returns a component, or the component that a reference points to. */
function resolve<Component extends object>(
  either: Component | Reference,
  components: Readonly<Record<string, Component>>,
): Component {
  if (!("$ref" in either)) return either;
  const component = components[either.$ref.split("/").at(-1) ?? ""];
  if (!component) throw new Error(`${DOCUMENT} does not define ${either.$ref}.`);
  return component;
}

function parseJson(name: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Error(`${name} must have a JSON body.`, { cause: error });
  }
}
