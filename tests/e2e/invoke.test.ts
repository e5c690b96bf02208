import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endAll, run } from "../support/cli.ts";
import { startService } from "../support/offline.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "performance-data-"));

const environment = {
  DYNAMODB_FOLDER: folder,
  PERFORMANCE_SECRET_KEY: SECRET_KEY,
  PERFORMANCE_PUBLIC_KEY: PUBLIC_KEY,
};

afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

async function invoke(name: string, event: string) {
  const command = ["serverless", "invoke", "local", "--function", name, "--path", `events/${event}`];
  const { code, stdout } = await run("npx", command, environment);
  return { code, ...JSON.parse(stdout.slice(stdout.search(/^\{$/m))) };
}

const TOKEN = /^\{"token":"[\w.-]+"\}$/;
const SAMPLE_CHART = /^\{"guid":"sample-episode","duration":3600,"data":\[.*\]\}$/;

describe("serverless invoke local without npm start", () => {
  it("answers with the sample chart to an admin token", async () => {
    expect(await invoke("charts", "charts.js")).toMatchObject({
      code: 0,
      statusCode: 200,
      body: expect.stringMatching(SAMPLE_CHART),
    });
  });
});

describe("serverless invoke local while npm start runs", () => {
  beforeAll(async () => {
    await startService(environment);
  });

  it.concurrent.each([
    ["token", "token.json", 200, TOKEN],
    ["token", "token-invalid-public-key.json", 400, /^\{"error":"Invalid public key"\}$/],
    ["charts", "charts-gzip.js", 200, /^H4sI/],
    ["charts", "charts-invalid-token.json", 401, /^\{"error":"Unauthorized: .*"\}$/],
  ])("invokes %s with events/%s and prints its %i", async (name, event, status, body) => {
    const answer = await invoke(name, event);
    expect(answer).toMatchObject({ code: 0, statusCode: status, body: expect.stringMatching(body) });
  });
});
