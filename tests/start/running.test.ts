import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, SERVERLESS } from "../support/checkout.ts";
import { endAll, run, waitFor } from "../support/cli.ts";
import { OPERATE, spawnScript, WITHOUT_DYNAMODB } from "../support/command-line.ts";
import { describeWith } from "../support/describe-with.ts";
import { type Service, startService } from "../support/offline.ts";
import { findFreePort } from "../support/port.ts";

const execute = promisify(execFile);
const parent = mkdtempSync(join(tmpdir(), "performance-data-"));
/** A folder that the service creates. */
const folder = join(parent, "data");
let service: Service;
let lambdaPort: number;

beforeAll(async () => {
  lambdaPort = await findFreePort();
  service = await startService({ DYNAMODB_FOLDER: folder, LISTENS: "verbose" }, "--lambdaPort", String(lambdaPort));
});

afterAll(async () => {
  await endAll();
  rmSync(parent, { recursive: true });
});

/** Invokes a function as developers do. @param data the folder of a service that runs, or that none has */
async function invoke([program = "", ...args]: readonly string[], data: string, name: string, event: string) {
  const command = [...args, "invoke", "local", "--function", name, "--path", `events/${event}`];
  const { code, stdout } = await run(program, command, { DYNAMODB_FOLDER: data });
  return { code, ...JSON.parse(stdout.slice(stdout.search(/^\{$/m))) };
}

describe("serverless invoke local", () => {
  it("answers without npm start with the sample chart to an admin token", async () => {
    expect(await invoke(["npx", "serverless"], join(parent, "another"), "charts", "charts.js")).toMatchObject({
      code: 0,
      statusCode: 200,
      body: expect.stringMatching(/^\{"guid":"sample-episode","duration":3600,"data":\[.*\]\}$/),
    });
  });

  it.concurrent.each([
    ["token", "token.json", 200, /^\{"token":"[\w.-]+"\}$/],
    ["token", "token-invalid-public-key.json", 400, /^\{"error":"Invalid public key"\}$/],
    ["charts", "charts-gzip.js", 200, /^H4sI/],
    ["charts", "charts-invalid-token.json", 401, /^\{"error":"Unauthorized: .*"\}$/],
  ])("while npm start runs, invokes %s with events/%s and prints its %i", async (name, event, status, body) => {
    const answer = await invoke([process.execPath, SERVERLESS], folder, name, event);
    expect(answer).toMatchObject({ code: 0, statusCode: status, body: expect.stringMatching(body) });
  });
});

describe("a running service", () => {
  it("lets nobody pass events to its functions by Lambda's own API", async () => {
    const url = `http://localhost:${lambdaPort}/2015-03-31/functions/performance-data-dev-token/invocations`;
    const answers = [{}, { expect: "100-continue" }].map(async (headers) => {
      const request = sendRequest(url, { method: "POST", headers });
      request.end(readFileSync(join(ROOT, "events/token.json")));
      const [response] = await once(request, "response");
      return response.statusCode;
    });
    expect(await Promise.all(answers)).toEqual([403, 403]);
  });

  it("does not let another one start on its folder", async () => {
    const environment = { PORT: String(await findFreePort()), DYNAMODB_FOLDER: folder };
    expect(await run("npm", ["start", "--silent"], environment)).toMatchObject({
      code: 1,
      output: `The folder ${folder} is in use by another process. Stop that process, or set DYNAMODB_FOLDER to another folder.`,
    });
  });

  it("prints a line per request, without the query string", async () => {
    await fetch(`${service.url}/token?expiresIn=2h`);
    await fetch(`${service.url}/charts`, { method: "POST" });
    await waitFor(service.command, "POST /charts 401");
    const [before = "", after = ""] = service.command
      .output()
      .split("Press Ctrl-C to stop the service. Its data is kept.\n");
    expect(after).toMatch(/^\nGET \/token 200 \d+ ms\nPOST \/charts 401 \d+ ms\n$/);
    const [command = "", ...said] = before.split(/\n\n(?=Performance data service: )/);
    expect(command.split("\n").filter((line) => line !== "" && !line.startsWith("> "))).toEqual([]);
    expect(said).toHaveLength(1);
  });

  describeWith("curl", "with curl", () => {
    it("understands the recordings of docs/players.md as it says there", async () => {
      const [, text = ""] =
        /^## Test your player\n.*?```console\n(.*?)```/ms.exec(readFileSync(join(ROOT, "docs/players.md"), "utf8")) ??
        [];
      const recordings = [...text.matchAll(/^\$ (curl .*?\}')\n(\{.*?\})\n(.*?\n)(?=\$ |$(?!\n))/gms)];
      expect(recordings).toHaveLength(3);
      const [URL] = /http:\S+\/episodeperformance\/[\w-]+/.exec(service.command.output()) ?? [];
      for (const [, command = "", answer, printed = ""] of recordings) {
        const env = { ...process.env, URL, TYPE: "Content-Type: application/json" };
        expect((await execute("bash", ["-c", command], { env })).stdout).toBe(answer);
        await waitFor(service.command, printed);
      }
      expect(service.command.output()).not.toContain("POST /episodeperformance");
    });

    it("gives a tag and registers an episode to the snippets of docs/feeds.md", async () => {
      const page = readFileSync(join(ROOT, "docs/feeds.md"), "utf8");
      const [tag = "", register = ""] = Array.from(page.matchAll(/```js\n(.*?)```/gs), ([, code = ""]) => code);
      const snippet = ["--input-type=module", "-e", tag.replace("http://localhost:3000", service.url)];
      const { stdout } = await execute(process.execPath, snippet, { cwd: ROOT });
      const [, url = "", expiry] =
        /^<podcast:performance url="(.*)" tokenExpires="(\d+)" duration="1h"\/>\n$/.exec(stdout) ?? [];
      expect(Number(expiry) * 1_000 - Date.now()).toBeGreaterThan(29 * 86_400_000);
      const body = JSON.stringify({ episodeGUID: "urn:feeds", data: [{ time: 0, event: "pause" }] });
      const unregistered = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
      expect(await unregistered.json()).toEqual({ error: "Episode not found" });
      const [, line = "", answer] = /```console\n\$ node (register\.mjs .*?)\n(.*?)```/s.exec(page) ?? [];
      const code = ["--input-type=module", "-e", register.replace("http://localhost:3000", service.url)];
      const registered = await execute(process.execPath, [...code, ...line.split(" ")]);
      expect(registered.stdout).toBe(answer);
      const [, listen = ""] = /```sh\n(curl -s "\$URL".*?)```/s.exec(page) ?? [];
      const sent = await execute("bash", ["-c", listen], { env: { ...process.env, URL: url } });
      expect(sent.stdout).toBe('{"seconds":2}');
    });
  });

  it("has the routes of the collector, and no others", async () => {
    const id = "/episodeperformance/6f3d2f0e-6f0c-4b8e-9c1d-2f6a0d8f7a11";
    const call = async (method: string, path: string) => (await fetch(`${service.url}${path}`, { method })).text();
    expect(await call("POST", id)).toBe('{"error":"Token not found"}');
    expect(await call("POST", "/episodes?x=/")).toBe('{"error":"Unauthorized: a valid admin token is required"}');
    for (const path of [`${id}/`, `${id}/x`, "/episodes/", "/episodeperformance/"])
      expect(await call("POST", path), path).toBe('{"message":"Not Found"}');
  });

  it("refuses web sites, but not their players", async () => {
    const headers = { origin: "https://site.example", "content-type": "application/json" };
    const endpoint = readFileSync(join(folder, "endpoint"), "utf8");
    const [, key] = /id = (\w+)/.exec(readFileSync(join(folder, "credentials"), "utf8")) ?? [];
    const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/dynamodb/aws4_request`;
    expect((await fetch(endpoint, { headers: { authorization } })).status).not.toBe(403);
    const refused = [
      await fetch(`${service.url}/token`, { headers }),
      await fetch(`${service.url}/token`, { method: "OPTIONS", headers }),
      await fetch(endpoint, { method: "POST", headers: { ...headers, authorization }, body: "{}" }),
      // What an image or a link on a page sends has no origin.
      await fetch(`${service.url}/token`, { headers: { "sec-fetch-site": "cross-site" } }),
      await fetch(endpoint, { headers: { authorization, "sec-fetch-site": "same-site" } }),
    ];
    for (const { status, headers } of refused) {
      expect(status).toBe(403);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
    const url = `${service.url}/episodeperformance/00000000-0000-4000-8000-000000000000`;
    const listen = await fetch(url, { method: "POST", headers, body: '{"episodeGUID":"x","data":[]}' });
    expect(listen.headers.get("access-control-allow-origin")).toBe("*");
    expect(listen.headers.has("access-control-allow-credentials")).toBe(false);
    const preflight = await fetch(url, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("keeps other users of the machine out of its folder", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("has its table read by tokens -- list, while it runs", async () => {
    const env = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: folder };
    const outcome = await spawnScript(OPERATE.tokens, ["list"], { env });
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\da-f-]{36} /m), stderr: "" });
    expect(await service.stop()).toBe(0);
  });
});
