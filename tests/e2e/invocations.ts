import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SERVERLESS } from "../support/checkout.ts";
import { run } from "../support/cli.ts";

const NPX = ["npx", "serverless"];
/** What npx runs. */
const DIRECT = [process.execPath, SERVERLESS];

async function invoke([program = "", ...args]: readonly string[], folder: string, name: string, event: string) {
  const command = [...args, "invoke", "local", "--function", name, "--path", `events/${event}`];
  const { code, stdout } = await run(program, command, { DYNAMODB_FOLDER: folder });
  return { code, ...JSON.parse(stdout.slice(stdout.search(/^\{$/m))) };
}

const TOKEN = /^\{"token":"[\w.-]+"\}$/;
const SAMPLE_CHART = /^\{"guid":"sample-episode","duration":3600,"data":\[.*\]\}$/;

/**
 * Invokes functions as developers do.
 *
 * @param parent a folder for data
 * @param folder the data of a service that runs
 */
export function describeInvocations(parent: string, folder: string): void {
  describe("serverless invoke local without npm start", () => {
    it("answers with the sample chart to an admin token", async () => {
      expect(await invoke(NPX, join(parent, "another"), "charts", "charts.js")).toMatchObject({
        code: 0,
        statusCode: 200,
        body: expect.stringMatching(SAMPLE_CHART),
      });
    });
  });

  describe("serverless invoke local while npm start runs", () => {
    it.concurrent.each([
      ["token", "token.json", 200, TOKEN],
      ["token", "token-invalid-public-key.json", 400, /^\{"error":"Invalid public key"\}$/],
      ["charts", "charts-gzip.js", 200, /^H4sI/],
      ["charts", "charts-invalid-token.json", 401, /^\{"error":"Unauthorized: .*"\}$/],
    ])("invokes %s with events/%s and prints its %i", async (name, event, status, body) => {
      const answer = await invoke(DIRECT, folder, name, event);
      expect(answer).toMatchObject({ code: 0, statusCode: status, body: expect.stringMatching(body) });
    });
  });
}
