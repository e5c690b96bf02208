import { isObject, type JsonObject } from "../lib/json.ts";

/**
 * Resolves the conditions of a template that compare texts, as CloudFormation would: packaging knows the settings. Linters
 * check also what such a condition never lets through, such as an empty ARN.
 *
 * @returns a copy, with those conditions alone that depend on what only a deployment knows
 */
export function resolveConditions({ Conditions, ...template }: JsonObject): JsonObject {
  const decided = new Map<unknown, boolean>();
  const undecided: Record<string, unknown> = {};
  for (const [name, condition] of Object.entries(Object(Conditions))) {
    const isMet = decide(condition);
    if (isMet === undefined) undecided[name] = condition;
    else decided.set(name, isMet);
  }
  const resolved = resolveMembers(template, decided);
  return Object.keys(undecided).length > 0 ? { ...resolved, Conditions: undecided } : resolved;
}

/** Returns undefined for a condition of something else than texts. */
function decide(condition: unknown): boolean | undefined {
  const { "Fn::Not": negated, "Fn::Equals": compared }: JsonObject = Object(condition);
  if (Array.isArray(negated)) {
    const isMet = decide(negated[0]);
    return isMet === undefined ? undefined : !isMet;
  }
  if (!Array.isArray(compared) || compared.some((value) => typeof value === "object")) return undefined;
  return String(compared[0]) === String(compared[1]);
}

/** Returns undefined for what must be left out. */
function resolve(value: unknown, decided: ReadonlyMap<unknown, boolean>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, decided)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const { Condition, "Fn::If": choice, ...rest } = value;
  if (Array.isArray(choice) && decided.has(choice[0])) {
    const chosen: unknown = choice[decided.get(choice[0]) ? 1 : 2];
    return isObject(chosen) && chosen.Ref === "AWS::NoValue" ? undefined : resolve(chosen, decided);
  }
  // The condition of a policy's statement is an object, which no name equals.
  if (!decided.has(Condition)) return resolveMembers(value, decided);
  return decided.get(Condition) ? resolveMembers(rest, decided) : undefined;
}

function resolveMembers(value: JsonObject, decided: ReadonlyMap<unknown, boolean>): JsonObject {
  const members = Object.entries(value).map(([name, member]) => [name, resolve(member, decided)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
