import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SERVICE = join(import.meta.dirname, "..");

/**
 * Reads an event and puts a live admin token in the place of ADMIN_TOKEN.
 *
 * @param {string} name the event's file in this folder
 * @returns {unknown}
 */
export function readEventWithAdminToken(name) {
  return readEvent(name, "ADMIN_TOKEN", issueToken("token-admin.json"));
}

/**
 * Reads an event and puts the id of a live token for feeds in the place of TOKEN_ID.
 *
 * @param {string} name the event's file in this folder
 * @returns {unknown}
 */
export function readEventWithTokenId(name) {
  const [, payload = ""] = issueToken("token.json").split(".");
  return readEvent(name, "TOKEN_ID", JSON.parse(Buffer.from(payload, "base64url").toString()).s);
}

/** The token comes from where clients get one: the token function, invoked on the same database. */
function issueToken(event) {
  const cli = join(SERVICE, "node_modules/serverless/bin/serverless.js");
  const command = [cli, "invoke", "local", "--function", "token", "--path", `events/${event}`];
  const output = execFileSync(process.execPath, command, { cwd: SERVICE, encoding: "utf8" });
  // The function's log comes first, a line each; the framework prints the answer over several lines.
  const answer = JSON.parse(output.slice(output.search(/^\{$/m)));
  const { token, error } = JSON.parse(answer.body);
  if (!token) throw new Error(`No token: ${error}`);
  return token;
}

function readEvent(name, placeholder, value) {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8").replaceAll(placeholder, value));
}
