import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PerformanceService } from "../../docs/examples/performance-service.js";
import { ROOT } from "../support/checkout.ts";
import { runProcess } from "../support/process.ts";
import { serve } from "../support/stand-in.ts";

const HTML = "<!DOCTYPE html><html><title>Just a moment...</title></html>";
const TOKEN = JSON.stringify({
  token: `x.${Buffer.from('{"s":"1","d":"1h","iat":1,"exp":9}').toString("base64url")}.x`,
});

/** Answers of the service, and of what stands before it. */
const ANSWERS = [
  [429, '{"message":"Too Many Requests"}'],
  [200, HTML],
  [504, ""],
] as const;

const page = readFileSync(join(ROOT, "docs/feeds.md"), "utf8");
const snippets = Array.from(page.matchAll(/```js\n(.*?)```/gs), ([, code = ""]) => code);

/** Runs a script of the guide against a server that answers a path so, and all others with a token. */
async function run(script: "tag.mjs" | "register.mjs", path: string, status: number, body: string) {
  const url = await serve((request, response) => {
    const isMeant = request.url?.startsWith(path);
    response.writeHead(isMeant ? status : 200).end(isMeant ? body : TOKEN);
  });
  return execute(script, url);
}

async function execute(script: string, url: string) {
  const code = String(snippets.find((text) => text.includes(script))).replace("http://localhost:3000", url);
  return runProcess(process.execPath, ["--input-type=module", "-e", code, "urn:8", "60"], { env: process.env });
}

it.each(ANSWERS)("the scripts of the guides fail after %s %s, and say whose answer it is", async (status, body) => {
  const said = `${status}: ${body}`.trim();
  const outcomes = await Promise.all([
    run("tag.mjs", "/token", status, body),
    run("register.mjs", "/episodes", status, body),
  ]);
  for (const { code, stdout, stderr } of outcomes) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+\/(?:token|episodes)\S* answers/);
    expect(stderr).toContain(said);
  }
});

it.each([
  ["registered", 0],
  ["unchanged", 0],
  ["refused", 1],
  [undefined, 1],
])("the script that registers ends so after %s: %i", async (status, code) => {
  const body = JSON.stringify({ episodes: status ? [{ guid: "urn:8", status }] : [] });
  expect(await run("register.mjs", "/episodes", 200, body)).toMatchObject({ code, stdout: `${body}\n` });
});

it("the script that registers takes the public key to no other server", async () => {
  const taken: unknown[] = [];
  const other = await serve(({ headers }, response) => {
    taken.push(headers["x-pub-key"]);
    response.end(TOKEN);
  });
  const url = await serve((_, response) => void response.writeHead(307, { location: `${other}/token` }).end());
  const { code, stderr } = await execute("register.mjs", url);
  expect({ code, taken }).toEqual({ code: 1, taken: [] });
  expect(stderr).toContain(`${url}/token answers 307`);
});

it("the class of the dashboard asks again for a token, and says whose answer it got", async () => {
  let tries = 0;
  const url = await serve((_, response) => void response.writeHead(tries++ < 2 ? 503 : 403).end(HTML));
  await expect(new PerformanceService(`${url}/`, "key").loadChart("urn:8")).rejects.toThrow(
    `GET ${url}/token answers 403: ${HTML}`,
  );
  expect(tries).toBe(3);
});
