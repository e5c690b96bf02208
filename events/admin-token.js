import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SERVICE = join(import.meta.dirname, "..");

/**
 * Reads an event and puts a live admin token in the place of ADMIN_TOKEN. The token comes from where
 * an admin gets one: the token function, invoked on the same database.
 *
 * @param {string} name the event's file in this folder
 * @returns {unknown}
 */
export function readEventWithAdminToken(name) {
  const cli = join(SERVICE, "node_modules/serverless/bin/serverless.js");
  const command = [cli, "invoke", "local", "--function", "token", "--path", "events/token-admin.json"];
  const output = execFileSync(process.execPath, command, { cwd: SERVICE, encoding: "utf8" });
  // The function's log comes first, a line each; the framework prints the answer over several lines.
  const answer = JSON.parse(output.slice(output.search(/^\{$/m)));
  const { token, error } = JSON.parse(answer.body);
  if (!token) throw new Error(`No admin token: ${error}`);
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8").replace("ADMIN_TOKEN", token));
}
