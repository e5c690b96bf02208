import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { Level } from "level";
import { describe, expect, it } from "vitest";
import { closeLocalDynamoDB, startOrFindLocalDynamoDB } from "../../local/dynamodb.ts";
import { ROOT } from "../support/checkout.ts";
import { runScript, useFolder, WITHOUT_DYNAMODB } from "../support/command.ts";

const save = useFolder();

const folder = (name: string) => join(dirname(save("x", "")), name);

/** Writes down when the database's process starts, and when it ends: slowly, so that nobody is there in time by chance. */
const SPY = `
import { appendFileSync } from "node:fs";
const { SPY_LOG, SPY_CRASH } = process.env;
if (process.argv[1].endsWith("dynalite-process.ts")) {
  appendFileSync(SPY_LOG, process.pid + " ");
  process.once("exit", (code) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    appendFileSync(SPY_LOG, "exit code " + code);
    if (SPY_CRASH) process.kill(process.pid, "SIGSEGV");
  });
}
`;

/** The environment of a command that uses a folder of its own, about which the spy writes. */
function composeEnvironment(name: string): NodeJS.ProcessEnv {
  return {
    DYNAMODB_FOLDER: folder(name),
    SPY_LOG: save(`${name}.log`, ""),
    NODE_OPTIONS: `--import ${save("spy.mjs", SPY)}`,
    ...WITHOUT_DYNAMODB,
  };
}

const readLog = (name: string) => readFileSync(folder(`${name}.log`), "utf8");

const CLOSED = /^\d+ exit code 0$/;

/** Starts an import that waits for its standard input, in a process group of its own, as a terminal does. */
async function startImport(name: string): Promise<{ readonly child: ChildProcess; readonly errors: Promise<string> }> {
  const child = spawn(process.execPath, [join(ROOT, "cli/bin/charts.ts"), "import", "-"], {
    env: { ...process.env, ...composeEnvironment(name) },
    detached: true,
  });
  const errors = text(child.stderr);
  await once(child.stderr, "data");
  return { child, errors };
}

describe("a command that started the local DynamoDB", () => {
  it.each([
    ["list", 0],
    ["delete no-such-episode", 1],
  ])("closes it, and ends after it: %s", async (line, code) => {
    const child = spawn(process.execPath, [join(ROOT, "cli/bin/charts.ts"), ...line.split(" ")], {
      env: { ...process.env, ...composeEnvironment(`ends-${code}`) },
      stdio: "ignore",
    });
    expect(await once(child, "exit")).toEqual([code, null]);
    expect(readLog(`ends-${code}`)).toMatch(CLOSED);
  });

  it("does not mind how it ends", async () => {
    const env = { ...composeEnvironment("crashes"), SPY_CRASH: "1" };
    expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
    expect(readLog("crashes")).toMatch(CLOSED);
  });

  it("ends with a sentence if it crashes before", async () => {
    const { child, errors } = await startImport("killed");
    process.kill(Number.parseInt(readLog("killed"), 10), "SIGKILL");
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(await errors).toMatch(/^The local DynamoDB in .*killed failed \(its process has ended\)\. Check .*\.$/m);
  });

  it.each([
    ["SIGINT", [130, null]],
    ["SIGTERM", [143, null]],
    ["SIGHUP", [129, null]],
    ["SIGKILL", [null, "SIGKILL"]],
  ] as const)("leaves nothing behind when it is killed: %s", async (signal, end) => {
    const { child } = await startImport(signal);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual(end);
    await expect.poll(() => readLog(signal)).toMatch(CLOSED);
  });

  it("says what is wrong with a folder that can't be written, in one line", async () => {
    const file = save("file", "");
    const env = { ...composeEnvironment("x"), DYNAMODB_FOLDER: join(file, "inner") };
    const { code, stderr } = await runScript("charts", ["list"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Can't use the folder .*inner for the local DynamoDB \(.*\)\. Make room for it and let it be written, or set DYNAMODB_FOLDER to another folder\. If it is damaged, move the folder away: a new one is made\.\n$/,
    );
  });

  it.each(["data", "lock"])("says what to do about a folder that is damaged, in one line: %s", async (part) => {
    const name = `damaged-${part}`;
    mkdirSync(folder(`${name}/${part}`), { recursive: true });
    save(`${name}/${part}/CURRENT`, "damaged\n");
    const { code, stderr } = await runScript("charts", ["list"], { env: composeEnvironment(name) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.*damaged.* If it is damaged, move the folder away: a new one is made\.\n$/);
  });
});

describe("a full disk", () => {
  it("ends an import with a sentence, and with how many charts are written", async () => {
    const charts = Array.from({ length: 1_500 }, (_, index) =>
      JSON.stringify({ guid: `${index}`, duration: 1, data: [{ time: 0, percentage: 1 }] }),
    );
    const file = save("charts.jsonl", charts.join("\n"));
    const line = `ulimit -f 300; "${process.execPath}" ${join(ROOT, "cli/bin/charts.ts")} import ${file}`;
    const child = spawn("bash", ["-c", line], { env: { ...process.env, ...composeEnvironment("full") } });
    const [summary, errors] = [text(child.stdout), text(child.stderr)];
    expect(await once(child, "exit")).toEqual([1, null]);
    expect(await summary).toMatch(/^Interrupted: [\d,]+ of 1,500 charts written\. Run it again\.\n$/);
    expect(await errors).toMatch(
      /^The local DynamoDB in .*full failed \(.*\)\. Check that it can be written, and has room\. If it is damaged, move .*\.$/m,
    );
    expect(await errors).not.toMatch(/\n {4}at /);
  });
});

describe("the local DynamoDB", () => {
  it("answers after Ctrl-C, until the command is done with it", async () => {
    const start = `import { startLocalDynamoDB } from ${JSON.stringify(join(ROOT, "local/dynamodb.ts"))};
      const endpoint = await startLocalDynamoDB(${JSON.stringify(folder("served"))});
      process.once("SIGINT", () => setTimeout(async () => {
        console.log((await fetch(endpoint)).status);
        process.exit();
      }, 300));
      console.error("ready");
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, [save("start.mjs", start)], {
      env: { ...process.env, ...composeEnvironment("served") },
      detached: true,
    });
    const output = text(child.stdout);
    await once(child.stderr, "data");
    process.kill(-Number(child.pid), "SIGINT");
    expect(await output).toBe("200\n");
    await expect.poll(() => readLog("served")).toMatch(CLOSED);
  });

  it("serves one command after another, if both start at once", async () => {
    const env = composeEnvironment("shared");
    const outcomes = await Promise.all([1, 2].map(() => runScript("charts", ["list"], { env })));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: "" });
  });

  it("is refused in a sentence while another process keeps its folder", async () => {
    const path = folder("kept");
    mkdirSync(path);
    const lock = new Level(join(path, "lock"));
    await lock.open();
    expect(await runScript("charts", ["list"], { env: composeEnvironment("kept") })).toEqual({
      code: 1,
      stdout: "",
      stderr: `The folder ${path} is in use by another process, which does not answer. Stop that process, or set DYNAMODB_FOLDER to another folder.\n`,
    });
    await lock.close();
  });

  it("releases its folder when it is closed", async () => {
    const path = folder("released");
    for (let round = 0; round < 2; round++) {
      await startOrFindLocalDynamoDB(path);
      await closeLocalDynamoDB();
    }
    const lock = new Level(join(path, "data"));
    await lock.open();
    await lock.close();
  });
});
