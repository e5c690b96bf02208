import type { Parameter } from "@aws-sdk/client-cloudformation";
import type { Serverless } from "../local/serverless.ts";
import { findMissingKeys, KEY_NAMES, type KeyName } from "./deployable.ts";

/** The stack parameters of the keys (deploy/resources/keys.yml). */
const PARAMETERS = { PERFORMANCE_SECRET_KEY: "SecretKey", PERFORMANCE_PUBLIC_KEY: "PublicKey" };

export type Keys = Partial<Record<KeyName, string>>;

/** What becomes of the keys in a deployment. */
export interface KeyPlan {
  /** Set, and passed to the stack: it has none yet, or they are being rotated. */
  readonly passed: readonly KeyName[];
  /** The same, where the stack has one that is replaced. */
  readonly replaced: readonly KeyName[];
  /** Set, but the stack keeps its own. */
  readonly ignored: readonly KeyName[];
  /** Neither set nor in the stack. */
  readonly lacking: readonly KeyName[];
}

/**
 * Replaces the keys in the functions' environment with references to the stack's parameters.
 *
 * @returns the keys
 */
export function replaceKeys({ service }: Serverless): Keys {
  const { environment } = service.provider;
  const keys: Keys = {};
  for (const name of KEY_NAMES) {
    keys[name] = String(environment[name] ?? "");
    environment[name] = { Ref: PARAMETERS[name] };
  }
  return keys;
}

/** @param stack the names of the stack's parameters; empty if it does not exist */
export function computeKeyPlan(keys: Keys, stack: readonly string[], rotate: boolean): KeyPlan {
  const missing = findMissingKeys(keys);
  const set = KEY_NAMES.filter((name) => !missing.includes(name));
  const isInStack = (name: KeyName) => stack.includes(PARAMETERS[name]);
  return {
    passed: set.filter((name) => rotate || !isInStack(name)),
    replaced: set.filter((name) => rotate && isInStack(name)),
    ignored: set.filter((name) => !rotate && isInStack(name)),
    lacking: missing.filter((name) => !isInStack(name)),
  };
}

/** Makes the values of the stack's parameters. A key that is not passed keeps its value in the stack. */
export function makeParameters(keys: Keys, { passed }: KeyPlan): Parameter[] {
  return KEY_NAMES.map((name) => ({
    ParameterKey: PARAMETERS[name],
    ...(passed.includes(name) ? { ParameterValue: keys[name] } : { UsePreviousValue: true }),
  }));
}

/** Describes what a deployment does to the keys of a stack that has some. */
export function describePlan({ replaced, ignored }: KeyPlan, stack: string): string[] {
  const lines = [];
  if (replaced.length > 0) lines.push(`Replacing the ${list(replaced)} of the stack ${stack}.`);
  if (ignored.length > 0) {
    const [them, those] = ignored.length > 1 ? ["them", "those"] : ["it", "the one"];
    lines.push(
      `The stack ${stack} keeps its ${list(ignored)}. To replace ${them} with ${those} that you set, add --param rotate=true.`,
    );
  }
  return lines;
}

/** Describes why keys keep a deployment from succeeding, apart from their strength. */
export function findPlanProblems({ lacking, passed }: KeyPlan, stack: string, rotate: boolean): string[] {
  const problems = [];
  if (rotate && passed.length === 0)
    problems.push(`rotate=true replaces the keys that are set, but neither ${KEY_NAMES.join(" nor ")} is.`);
  if (lacking.length > 0) {
    const them = lacking.length > 1 ? "them" : "it";
    problems.push(
      `${describeMissing(lacking)}, and the stack ${stack} does not have ${them} yet. Set ${them} and try again.`,
    );
  }
  return problems;
}

export function describeMissing(names: readonly KeyName[]): string {
  return `${list(names)} ${names.length > 1 ? "are" : "is"} not set`;
}

function list(names: readonly KeyName[]): string {
  return names.join(" and ");
}
