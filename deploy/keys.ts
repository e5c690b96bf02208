import type { Parameter } from "@aws-sdk/client-cloudformation";
import { findPublicKeyProblem, findSecretKeyProblem } from "../lib/key-strength.ts";
import { normalizePublicKey } from "../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "./development-keys.ts";
import type { Serverless } from "./framework/serverless.ts";

/** The environment variables of the keys. */
const KEY_NAMES = ["PERFORMANCE_SECRET_KEY", "PERFORMANCE_PUBLIC_KEY"] as const;

type KeyName = (typeof KEY_NAMES)[number];

/** The stack parameters of the keys (deploy/resources/keys.yml). */
const PARAMETERS = { PERFORMANCE_SECRET_KEY: "SecretKey", PERFORMANCE_PUBLIC_KEY: "PublicKey" };

export type Keys = Partial<Record<KeyName, string>>;

/** The keys that `--param rotate=…` names, by its value. */
export const ROTATIONS: Readonly<Record<string, readonly KeyName[]>> = {
  public: ["PERFORMANCE_PUBLIC_KEY"],
  secret: ["PERFORMANCE_SECRET_KEY"],
  both: KEY_NAMES,
};

/** What becomes of the keys in a deployment. */
export interface KeyPlan {
  /** Set, and passed to the stack: it has none yet, or they are being rotated. */
  readonly passed: readonly KeyName[];
  /** What is said of the keys that the stack has. */
  readonly notices: readonly string[];
  /** What keeps the deployment from succeeding, apart from the keys' strength. */
  readonly problems: readonly string[];
}

/** Returns the keys that are missing or blank. */
export function findMissingKeys(environment: NodeJS.ProcessEnv): KeyName[] {
  return KEY_NAMES.filter((name) => !environment[name]?.trim());
}

/**
 * Returns the name of a key that the Serverless Framework would alter. It resolves `${…}` as a framework variable,
 * even in the value of an environment variable.
 *
 * @param environment as the operator set it, before the framework reads it
 */
export function findAlteredKey(environment: NodeJS.ProcessEnv): KeyName | undefined {
  return KEY_NAMES.find((name) => environment[name]?.includes("${"));
}

/** Describes what makes the given keys unfit for a deployment. A missing or blank key is not a problem here. */
export function findKeyProblems(environment: NodeJS.ProcessEnv): string[] {
  const given = KEY_NAMES.filter((name) => environment[name]?.trim());
  return given.flatMap((name) => {
    const problem = findKeyProblem(name, environment[name] ?? "");
    return problem ? [`${name} ${problem}`] : [];
  });
}

function findKeyProblem(name: KeyName, key: string): string | undefined {
  if (normalizePublicKey(key) === DEVELOPMENT_KEYS[name])
    return 'is the development key, which everybody can read. Generate one with "openssl rand -hex 32".';
  return name === "PERFORMANCE_SECRET_KEY" ? findSecretKeyProblem(key) : findPublicKeyProblem(normalizePublicKey(key));
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

/** What a deployment finds. */
interface DeployedStack {
  readonly stack: string;
  /** The names of the stack's parameters; empty if it does not exist. */
  readonly parameters: readonly string[];
  /** The keys that are to be replaced. */
  readonly rotated: readonly KeyName[];
  /** The keys of the deployed function, if any are to be replaced. */
  readonly deployed: Keys;
}

export function planKeys(keys: Keys, { stack, parameters, rotated, deployed }: DeployedStack): KeyPlan {
  const missing = findMissingKeys(keys);
  const isInStack = (name: KeyName) => parameters.includes(PARAMETERS[name]);
  const passed = KEY_NAMES.filter((name) => !missing.includes(name) && (rotated.includes(name) || !isInStack(name)));
  const present = KEY_NAMES.filter((name) => !missing.includes(name) && isInStack(name));
  const lacking = missing.filter((name) => !isInStack(name));
  const problems = rotated.flatMap((name) => {
    if (missing.includes(name) && isInStack(name))
      return [`${name} is to be replaced, but is not set. Set the new one.`];
    const isSame = present.includes(name) && isSameKey(name, keys[name], deployed[name]);
    return isSame ? [`${name} is the one that the stack ${stack} has. Set the new one.`] : [];
  });
  if (lacking.length > 0) {
    const it = lacking.length > 1 ? "them" : "it";
    problems.push(
      `${describeMissing(lacking)}, and the stack ${stack} does not have ${it} yet. Set ${it} and try again.`,
    );
  }
  return { passed, notices: describePresent(present, rotated, stack), problems };
}

/** Says what becomes of the keys that are set, and that the stack has. */
function describePresent(present: readonly KeyName[], rotated: readonly KeyName[], stack: string): string[] {
  const replaced = present.filter((name) => rotated.includes(name));
  const kept = present.filter((name) => !rotated.includes(name));
  const [rotation] = Object.entries(ROTATIONS).find(([, names]) => list(names) === list(kept)) ?? [];
  const [them, those] = kept.length > 1 ? ["them", "those"] : ["it", "the one"];
  return [
    ...(replaced.length > 0 ? [`Replacing the ${list(replaced)} of the stack ${stack}.`] : []),
    ...(rotation
      ? [
          `The stack ${stack} keeps its ${list(kept)}. To replace ${them} with ${those} that you set, add --param rotate=${rotation}.`,
        ]
      : []),
  ];
}

function isSameKey(name: KeyName, key = "", other = ""): boolean {
  return name === "PERFORMANCE_SECRET_KEY" ? key === other : normalizePublicKey(key) === normalizePublicKey(other);
}

/** Makes the values of the stack's parameters. A key that is not passed keeps its value in the stack. */
export function makeParameters(keys: Keys, { passed }: KeyPlan): Parameter[] {
  return KEY_NAMES.map((name) => ({
    ParameterKey: PARAMETERS[name],
    ...(passed.includes(name) ? { ParameterValue: keys[name] } : { UsePreviousValue: true }),
  }));
}

/** Says of a package, which contains no keys, that a deployment needs some. */
export function describePackage(keys: Keys): string[] {
  const missing = findMissingKeys(keys);
  const advice = "An existing stack keeps its keys. To create a stack, set both keys when you deploy.";
  return missing.length > 0 ? [`${describeMissing(missing)}. ${advice}`] : [];
}

function describeMissing(names: readonly KeyName[]): string {
  return `${list(names)} ${names.length > 1 ? "are" : "is"} not set`;
}

function list(names: readonly KeyName[]): string {
  return names.join(" and ");
}
