import { isObject } from "../lib/json.ts";

/**
 * Resolves the conditions of a template. Each compares settings that packaging knows, but CloudFormation and its linters
 * also check the values that a condition never lets through, such as an empty ARN.
 *
 * @param template all that serverless.yml declares: `Resources`, `Outputs`, `Conditions` and so on
 * @returns a copy without `Conditions`, without what depends on a false one, and without `Fn::If` and `AWS::NoValue`
 * @throws Error if a condition is made of other functions than `Fn::Not` and `Fn::Equals`
 */
export function resolveConditions(template: unknown): unknown {
  if (!isObject(template) || !isObject(template.Conditions)) return template;
  const { Conditions, ...others } = template;
  const names = Object.keys(Conditions).filter((name) => evaluate(Conditions[name]));
  return resolve(others, new Set<unknown>(names));
}

function evaluate(condition: unknown): boolean {
  const { "Fn::Not": negated, "Fn::Equals": compared } = isObject(condition) ? condition : {};
  if (Array.isArray(negated)) return !evaluate(negated[0]);
  if (Array.isArray(compared)) return compared[0] === compared[1];
  throw new Error(`Packaging can't resolve the condition ${JSON.stringify(condition)}.`);
}

/** Returns undefined for what must be left out. */
function resolve(value: unknown, met: ReadonlySet<unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, met)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (value.Ref === "AWS::NoValue") return undefined;
  const choice = value["Fn::If"];
  if (Array.isArray(choice)) return resolve(choice[met.has(choice[0]) ? 1 : 2], met);
  const { Condition: condition, ...rest } = value;
  // The condition of a policy's statement is an object.
  if (typeof condition !== "string") return resolveMembers(value, met);
  return met.has(condition) ? resolveMembers(rest, met) : undefined;
}

function resolveMembers(value: Readonly<Record<string, unknown>>, met: ReadonlySet<unknown>): object {
  const members = Object.entries(value).map(([name, member]) => [name, resolve(member, met)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
