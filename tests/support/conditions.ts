type Json = Readonly<Record<string, unknown>>;

/**
 * Resolves a template's conditions as CloudFormation does, before it looks at any value: leaves out what depends on a false
 * one, and takes the branch of each `Fn::If` that holds.
 */
export function resolveConditions({ Conditions, ...template }: Json): unknown {
  const met = Object.entries(Object(Conditions)).filter(([, condition]) => evaluate(Object(condition)));
  return resolve(template, new Set<unknown>(met.map(([name]) => name)));
}

function evaluate({ "Fn::Not": negated, "Fn::Equals": compared, ...others }: Json): boolean {
  if (Object.keys(others).length > 0) throw new Error(`Unknown in a condition: ${Object.keys(others)}`);
  if (Array.isArray(negated)) return !evaluate(negated[0]);
  return Array.isArray(compared) && compared[0] === compared[1];
}

/** Returns undefined for what must be left out. */
function resolve(value: unknown, met: ReadonlySet<unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, met)).filter((item) => item !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const { Condition, "Fn::If": choice, ...rest }: Json = { ...value };
  if (Array.isArray(choice)) {
    const chosen = choice[met.has(choice[0]) ? 1 : 2];
    return Object(chosen).Ref === "AWS::NoValue" ? undefined : resolve(chosen, met);
  }
  // The condition of a policy's statement is an object.
  const isResource = typeof Condition === "string";
  if (isResource && !met.has(Condition)) return undefined;
  const members = Object.entries(isResource ? rest : value).map(([name, member]) => [name, resolve(member, met)]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
