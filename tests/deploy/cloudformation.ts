import { isDeepStrictEqual } from "node:util";
import { loadAwsServiceSpec } from "@aws-cdk/aws-service-spec";
import { isObject, type JsonObject } from "../../lib/json.ts";
import type { Template } from "../support/package.ts";

/** Takes a second to load. */
const specification = await loadAwsServiceSpec();

type ResourceProperties = ReturnType<typeof specification.all<"resource">>[number]["properties"];
type PropertyType = ResourceProperties[string]["type"];

/**
 * Compares a template with the CloudFormation resource schemas that AWS publishes for its CDK: resource types, known and
 * required properties, and types of values. Accepts any value that only a deployment computes (`Ref`, `Fn::...`), but no
 * empty text. Conditions must be resolved.
 *
 * @returns a line for each violation, such as "TokensTable.TimeToLive: no such property"
 */
export function findSchemaViolations({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    const [resource] = specification.lookup("resource", "cloudFormationType", "equals", Type);
    if (!resource) return [`${id}: no resource type ${Type}`];
    return [...checkProperties(id, resource.properties, Properties), ...findEmptyTexts(id, Properties)];
  });
}

/**
 * Lists what an update of a stack would delete, or replace by a new and empty one: resources that are gone, or of which a
 * property differs that can't be changed.
 */
export function findReplacements(before: Template, after: Template): string[] {
  return Object.entries(before.Resources).flatMap(([id, { Type, Properties }]) => {
    const now = after.Resources[id];
    if (now?.Type !== Type) return [`${id}: gone`];
    const [resource] = specification.lookup("resource", "cloudFormationType", "equals", Type);
    const lasting = Object.entries(resource?.properties ?? {}).filter(
      ([, { causesReplacement = "no" }]) => causesReplacement !== "no",
    );
    return lasting
      .filter(([name]) => !isDeepStrictEqual(Properties[name], now.Properties[name]))
      .map(([name]) => `${id}.${name}: changed`);
  });
}

/** Finds texts of length 0, which no property that we use may have. The schemas of the CDK leave lengths out. */
function findEmptyTexts(path: string, value: unknown): string[] {
  if (value === "") return [`${path}: empty`];
  if (typeof value !== "object" || value === null || "Fn::Join" in value) return [];
  return Object.entries(value).flatMap(([name, member]) => findEmptyTexts(`${path}.${name}`, member));
}

function checkProperties(path: string, known: ResourceProperties, given: JsonObject): string[] {
  const missing = Object.entries(known).filter(([name, { required }]) => required && given[name] === undefined);
  return [
    ...missing.map(([name]) => `${path}.${name}: required`),
    ...Object.entries(given).flatMap(([name, value]) => {
      const property = known[name];
      if (!property) return [`${path}.${name}: no such property`];
      const types = [property.type, ...(property.previousTypes ?? [])];
      return checkValue(`${path}.${name}`, types, value);
    }),
  ];
}

/** Checks a value against each of its possible types, and returns the shortest list of violations. */
function checkValue(path: string, types: readonly PropertyType[], value: unknown): string[] {
  if (isComputed(value)) return [];
  const [best = []] = types.map((type) => checkType(path, type, value)).sort((one, other) => one.length - other.length);
  return best;
}

function checkType(path: string, type: PropertyType, value: unknown): string[] {
  switch (type.type) {
    case "union":
      return checkValue(path, type.types, value);
    case "array":
      if (!Array.isArray(value)) return [`${path}: not a list`];
      return value.flatMap((item, index) => checkValue(`${path}[${index}]`, [type.element], item));
    case "map":
      if (!isObject(value)) return [`${path}: not a map`];
      return Object.entries(value).flatMap(([key, item]) => checkValue(`${path}.${key}`, [type.element], item));
    case "ref":
      if (!isObject(value)) return [`${path}: not an object`];
      return checkProperties(path, specification.get("typeDefinition", type.reference.$ref).properties, value);
    case "json":
      return isObject(value) || typeof value === "string" ? [] : [`${path}: neither an object nor JSON`];
    case "tag":
      return isObject(value) ? [] : [`${path}: not a tag`];
    default:
      return isScalar(type, value) ? [] : [`${path}: not of ${JSON.stringify(type)}`];
  }
}

function isScalar(type: PropertyType, value: unknown): boolean {
  switch (type.type) {
    case "integer":
      return Number.isInteger(value) && (type.allowedValues?.includes(Number(value)) ?? true);
    case "string":
      return typeof value === "string" && (type.allowedValues?.includes(value) ?? true);
    case "date-time":
      return typeof value === "string";
    default:
      return typeof value === type.type;
  }
}

function isComputed(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name = "", ...others] = Object.keys(value);
  return others.length === 0 && (name === "Ref" || name.startsWith("Fn::"));
}
