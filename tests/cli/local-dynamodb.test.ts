import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { Level } from "level";
import { describe, expect, it } from "vitest";
import { closeLocalDynamoDB, startOrFindLocalDynamoDB } from "../../local/dynamodb.ts";
import { ROOT } from "../support/checkout.ts";
import { runScript, useFolder } from "../support/command.ts";

const save = useFolder();

const folder = (name: string) => join(dirname(save("x", "")), name);

/** Tells what the embedded DynamoDB is told, and whether its thread has ended when the process does. */
const SPY = `
import { Worker } from "node:worker_threads";
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message) {
  console.error("told to", message);
  postMessage.call(this, message);
};
const { wait } = Atomics;
Atomics.wait = (...args) => {
  const result = wait(...args);
  console.error("waited:", result);
  return result;
};
`;

function composeEnvironment(name: string): NodeJS.ProcessEnv {
  return {
    DYNAMODB_FOLDER: folder(name),
    NODE_OPTIONS: `--import ${save("spy.mjs", SPY)}`,
    AWS_ENDPOINT_URL_DYNAMODB: undefined,
    AWS_ENDPOINT_URL: undefined,
    AWS_PROFILE: undefined,
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    CHARTS_TABLE: undefined,
    TOKENS_TABLE: undefined,
  };
}

const CLOSED = /told to close\nwaited: (ok|not-equal)\n/;

describe("a command that started the local DynamoDB", () => {
  it.each([
    [["list"], 0],
    [["delete", "no-such-episode"], 1],
  ])("closes it before it ends: %j", async (args, code) => {
    const outcome = await runScript("charts", args, { env: composeEnvironment("ends") });
    expect(outcome).toMatchObject({ code, stderr: expect.stringMatching(CLOSED) });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("closes it when it is interrupted: %s", async (signal, code) => {
    const child = spawn(process.execPath, [join(ROOT, "cli/charts.ts"), "import", "-"], {
      env: { ...process.env, ...composeEnvironment("interrupted") },
    });
    const errors = text(child.stderr);
    await once(child.stderr, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    expect(await errors).toMatch(CLOSED);
  });

  it("says what is wrong with a folder that can't be written, in one line", async () => {
    const file = save("file", "");
    const env = { ...composeEnvironment("x"), DYNAMODB_FOLDER: join(file, "inner") };
    const { code, stderr } = await runScript("charts", ["list"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Can't use the folder .*inner for the local DynamoDB \(.*\)\. Make room for it and let it be written, or set DYNAMODB_FOLDER to another folder\.\n$/,
    );
  });
});

describe("a full disk", () => {
  it("ends an import with a sentence, and with how many charts are written", async () => {
    const charts = Array.from({ length: 1_500 }, (_, index) =>
      JSON.stringify({ guid: `${index}`, duration: 1, data: [{ time: 0, percentage: 1 }] }),
    );
    const file = save("charts.jsonl", charts.join("\n"));
    const line = `ulimit -f 300; "${process.execPath}" ${join(ROOT, "cli/charts.ts")} import ${file}`;
    const child = spawn("bash", ["-c", line], { env: { ...process.env, ...composeEnvironment("full") } });
    const [summary, errors] = [text(child.stdout), text(child.stderr)];
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(await summary).toMatch(/^Interrupted: [\d,]+ of 1,500 charts written\. Run it again\.\n$/);
    expect(await errors).toMatch(
      /^The local DynamoDB in .*full failed \(.*\)\. Check that it can be written, and has room\.$/m,
    );
    expect(await errors).not.toMatch(/\n {4}at /);
  });
});

describe("the local DynamoDB", () => {
  it("is closed when the process of npm start exits", async () => {
    const path = folder("served");
    const start = `import { startLocalDynamoDB } from ${JSON.stringify(join(ROOT, "local/dynamodb.ts"))};
      await startLocalDynamoDB(${JSON.stringify(path)});
      process.exit();`;
    const child = spawn(process.execPath, [save("start.mjs", start)], {
      env: { ...process.env, ...composeEnvironment("served") },
    });
    expect(await text(child.stderr)).toMatch(CLOSED);
  });

  it("releases its folder when it is closed", async () => {
    const path = folder("released");
    mkdirSync(path);
    for (let round = 0; round < 2; round++) {
      await startOrFindLocalDynamoDB(path);
      expect(closeLocalDynamoDB()).toBe(true);
    }
    const lock = new Level(join(path, "data"));
    await lock.open();
    await lock.close();
  });
});
