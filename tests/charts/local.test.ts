import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findServiceUrl } from "../../local/service.ts";
import { runScript, summary, useFolder, WITHOUT_DYNAMODB } from "../support/command.ts";

const save = useFolder();

const { pid: gone } = spawnSync("true");

const env = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: join(dirname(save("x", "")), "dynamodb") };

describe("without an environment that names a DynamoDB, a command", () => {
  it("uses the local one, which keeps its data and has the sample chart", async () => {
    const input = '{"guid":"kept","duration":1,"data":[{"time":0,"percentage":100}]}';
    const imported = await runScript("charts", ["import", "-"], { input, env });
    expect(imported).toMatchObject({ code: 0, stdout: summary("1 chart written, 0 refused") });
    expect(imported.stderr).toMatch("Writing to performance-data-dev-charts in the local DynamoDB.\n");

    const { stdout } = await runScript("charts", ["list"], { env });
    expect(stdout).toMatch(/ kept$/m);
    expect(stdout).toMatch(/ sample-episode$/m);
    expect(await runScript("tokens", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("without a URL and a port, the service", () => {
  it.each([
    ["is the one that says it is running", { url: "http://localhost:4310", pid: process.pid }, "http://localhost:4310"],
    ["is not one that has ended", { url: "http://localhost:4310", pid: gone }, "http://localhost:3000"],
    ["is not a value that is not a URL", { url: 5, pid: process.pid }, "http://localhost:3000"],
  ])("%s", (_, content, url) => {
    expect(findServiceUrl({ DYNAMODB_FOLDER: dirname(save("service", JSON.stringify(content))) })).toBe(url);
  });

  it.each(["", "{", "null"])("is at the default URL if its file is broken: %j", (content) => {
    expect(findServiceUrl({ DYNAMODB_FOLDER: dirname(save("service", content)) })).toBe("http://localhost:3000");
  });

  it("is at the port in PORT, unless that is empty", () => {
    const env = { DYNAMODB_FOLDER: "/no/such/folder" };
    expect(findServiceUrl({ ...env, PORT: "4311" })).toBe("http://localhost:4311");
    expect(findServiceUrl({ ...env, PORT: "" })).toBe("http://localhost:3000");
  });
});
