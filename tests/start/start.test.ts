import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Chart, Point } from "../../lib/chart.ts";
import { type Command, type Environment, endAll, run } from "../support/cli.ts";
import { describeWith } from "../support/describe-with.ts";
import { startFaultyProxy } from "../support/faulty-proxy.ts";
import { startService, startServiceOnTestTables } from "../support/offline.ts";
import { findFreePort } from "../support/port.ts";

let folder: string;
let environment: Environment;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "performance-data-"));
  environment = { PORT: String(await findFreePort()), DYNAMODB_FOLDER: folder };
});

afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

/** Lists the commands that the service printed for pasting: all lines that begin with two spaces. */
function listCommands(service: Command): string[] {
  const commands = service.output().match(/^ {2}\S.*$/gm) ?? [];
  expect(commands).toHaveLength(4);
  return commands;
}

/** Runs lines in one shell, unchanged. Returns what they print, but for what npm says. */
async function paste(...lines: readonly string[]): Promise<string[]> {
  const command = lines.map((line) => `${line}; echo`).join("\n");
  const { output } = await run("bash", ["-c", command], { DYNAMODB_FOLDER: folder });
  return output.split("\n").filter((line) => line !== "" && !line.startsWith("> "));
}

/** Waits until an episode has a chart, and returns its curve. */
async function waitForChart(url: string, adminToken: string, guid: string): Promise<readonly Point[]> {
  for (;;) {
    const headers = { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" };
    const response = await fetch(`${url}/charts`, { method: "POST", headers, body: JSON.stringify({ guid }) });
    const answer: Partial<Chart> = JSON.parse(await response.text());
    if (answer.data) return answer.data;
    expect(answer).toEqual({ error: "No data found for the episode" });
    await setTimeout(1_000);
  }
}

describe("npm start", () => {
  describeWith("curl", "with curl", () => {
    it("answers the commands that it prints, with an empty folder and after a restart, until Ctrl-C", async () => {
      const first = await startService(environment);
      const [listen = "", ...ofTokens] = listCommands(first.command);
      const [heard = "", token = "", adminToken = "", beginning = ""] = await paste(listen, ...ofTokens);
      expect(JSON.parse(token)).toEqual({ token: expect.any(String) });
      expect(adminToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(beginning).toMatch(/^\{"guid":"sample-episode","duration":3600,"data":\[\{"time":0,"percentage":100\},/);
      expect(beginning).toHaveLength(300);
      const chart = await waitForChart(first.url, adminToken, "sample-episode");
      expect(chart).toHaveLength(3_600);
      expect(JSON.parse(heard)).toEqual({ seconds: 60 });
      expect(first.command.output()).not.toMatch(/eyJ|secret-key/);
      expect(first.command.output()).toContain("\nListen to sample-listen: 60 s in 1 passage\n");
      const curve = await waitForChart(first.url, adminToken, "sample-listen");
      expect(curve.map(({ percentage }) => percentage)).toEqual([...Array(60).fill(100), ...Array(60).fill(0)]);
      expect(await first.stop()).toBe(0);

      const second = await startService(environment);
      expect(await waitForChart(second.url, adminToken, "sample-episode")).toEqual(chart);
      expect(await second.stop()).toBe(0);
      await expect(fetch(`${second.url}/token`)).rejects.toThrow();
    });
  });

  it("uses another DynamoDB with the credentials of a profile", async () => {
    const file = join(folder, "credentials");
    writeFileSync(file, "[other]\naws_access_key_id = other\naws_secret_access_key = x\naws_session_token = x\n");
    const proxy = await startFaultyProxy(String(process.env.AWS_ENDPOINT_URL_DYNAMODB));
    const profile = { AWS_PROFILE: "other", AWS_SHARED_CREDENTIALS_FILE: file };
    const keys = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
    const place = { AWS_ENDPOINT_URL_DYNAMODB: proxy.url };
    const { url } = await startServiceOnTestTables({ ...environment, ...profile, ...keys, ...place });
    expect((await fetch(`${url}/token`)).status).toBe(200);
    await proxy.close();
    expect(proxy.requests.at(-1)).toMatchObject({ operation: "PutItem", accessKey: "other" });
  });
});
