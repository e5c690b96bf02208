import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./checkout.ts";

/** A statement of an IAM policy that allows something. */
export interface Statement {
  readonly Effect: "Allow";
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: object;
}

export interface Policy {
  readonly Statement: readonly Statement[];
}

export const ACCOUNT = "123456789012";

/** The folders of policies. */
const FOLDERS = ["docs", "retention/docs"];

/** Loads a policy as an operator completes it. */
export async function loadPolicy(name: string, stage = "prod", api = "a1b2c3d4e5"): Promise<Policy> {
  const file = FOLDERS.map((folder) => join(ROOT, folder, `${name}.json`)).find((one) => existsSync(one));
  const text = await readFile(String(file), "utf8");
  const values = { ACCOUNT, STAGE: stage, API_ID: api, DOMAIN: `${stage}.host.example` };
  return JSON.parse(Object.entries(values).reduce((all, [key, value]) => all.replaceAll(key, value), text));
}

/** Finds the statements that allow an action on a resource, whatever their conditions. */
export function findStatements({ Statement }: Policy, action: string, resource: string): Statement[] {
  return Statement.filter((one) => [one.Action].flat().some((pattern) => matches(pattern, action))).filter((one) =>
    [one.Resource].flat().some((pattern) => matches(pattern, resource)),
  );
}

export function isAllowedBy(policy: Policy, action: string, resource: string): boolean {
  return findStatements(policy, action, resource).length > 0;
}

/** Matches `*` with any text, as IAM does. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped}$`, "i").test(text);
}
