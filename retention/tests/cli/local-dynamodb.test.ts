import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { Level } from "level";
import { describe, expect, it, onTestFinished } from "vitest";
import { closeLocalDynamoDB, startOrFindLocalDynamoDB } from "../../../local/embedded-dynamodb.ts";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startServer } from "../../../tests/support/server.ts";
import { runScript, WITHOUT_DYNAMODB } from "../support/command.ts";

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
  const child = spawn(process.execPath, [join(ROOT, "retention/cli/bin/charts.ts"), "import", "-"], {
    env: { ...process.env, ...composeEnvironment(name) },
    detached: true,
  });
  const errors = text(child.stderr);
  await once(child.stderr, "data");
  return { child, errors };
}

/** Starts a server that others find, in a process group of its own. */
async function serve(name: string, onInterrupt = "process.exit()") {
  const start = `import { startLocalDynamoDB } from ${JSON.stringify(join(ROOT, "local/embedded-dynamodb.ts"))};
    const { AWS_ENDPOINT_URL_DYNAMODB } = await startLocalDynamoDB(${JSON.stringify(folder(name))});
    process.once("SIGINT", () => ${onInterrupt});
    console.error("ready");
    setInterval(() => {}, 1_000);`;
  const env = { ...process.env, ...composeEnvironment(name) };
  const child = spawn(process.execPath, [save(`${name}.mjs`, start)], { env, detached: true });
  await once(child.stderr, "data");
  return child;
}

describe("a command that started the local DynamoDB", () => {
  it.each([
    ["list", 0],
    ["delete no-such-episode", 1],
  ])("closes it, and ends after it: %s", async (line, code) => {
    const child = spawn(process.execPath, [join(ROOT, "retention/cli/bin/charts.ts"), ...line.split(" ")], {
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

  it("closes it before it fetches the chapters that a feed links", async () => {
    const logs: string[] = [];
    const { url, stop } = await startServer((request, response) => {
      if (request.url === "/chapters.json") logs.push(readLog("chapters"));
      const link = `<podcast:chapters url="${url}/chapters.json" type="application/json+chapters"/>`;
      response.end(`<rss><channel><item><guid>sample-episode</guid>${link}</item></channel></rss>`);
    });
    onTestFinished(stop);
    const args = ["report", "--chapters", "--feed", `${url}/feed.xml`, "--out", save("report.html", "")];
    expect(await runScript("charts", args, { env: composeEnvironment("chapters") })).toMatchObject({ code: 0 });
    expect(logs).toEqual([expect.stringMatching(CLOSED)]);
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
    mkdirSync(folder(`${name}/${part}`), { recursive: true, mode: 0o700 });
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
    const line = `ulimit -f 100; "${process.execPath}" ${join(ROOT, "retention/cli/bin/charts.ts")} import ${file}`;
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
    const onInterrupt = `setTimeout(async () => {
      console.log((await fetch(AWS_ENDPOINT_URL_DYNAMODB)).status);
      process.exit();
    }, 300)`;
    const child = await serve("served", onInterrupt);
    const output = text(child.stdout);
    process.kill(-Number(child.pid), "SIGINT");
    expect(await output).toBe("403\n");
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
      // Node.js ends a process without one at once, however busy it is.
      expect(process.listeners("SIGHUP")).toEqual([]);
    }
    const lock = new Level(join(path, "data"));
    await lock.open();
    await lock.close();
  });
});

/** Sends a request as a program without the SDK can, and returns its status. */
async function list(endpoint: string, authorization?: string, query = ""): Promise<number> {
  const response = await fetch(`${endpoint}/${query}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.ListTables",
      ...(authorization !== undefined && { authorization, "x-amz-date": "20260101T000000Z" }),
    },
    body: "{}",
  });
  await response.text();
  return response.status;
}

const sign = (accessKey: string) =>
  `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

describe("another user of the machine", () => {
  it("is refused without the credential, which is another one in each process", async () => {
    const keys = new Set<string>();
    for (let round = 0; round < 2; round++) {
      const environment = await startOrFindLocalDynamoDB(folder("keyed"));
      const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ACCESS_KEY_ID: key } = environment;
      keys.add(key);
      const presigned = `?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${key}%2F20260101&X-Amz-Signature=0`;
      expect(await list(endpoint)).toBe(403);
      expect(await list(endpoint, undefined, presigned)).toBe(403);
      for (const other of ["local", "", key.slice(1), `${key}0`, key.replace(/./, "!"), "0".repeat(key.length)])
        expect(await list(endpoint, sign(other)), other).toBe(403);
      expect(await list(endpoint, `Bearer ${key}`)).toBe(403);
      expect(await list(endpoint, sign(key))).toBe(200);
      await closeLocalDynamoDB();
    }
    expect(keys.size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("can't read the credential of a server that others find, nor have it written through a link", async () => {
    mkdirSync(folder("announced"), { mode: 0o700 });
    const trap = save("trap", "untouched");
    for (const name of ["endpoint", "credentials"]) symlinkSync(trap, join(folder("announced"), name));
    const child = await serve("announced");
    for (const name of ["endpoint", "credentials"])
      expect(statSync(join(folder("announced"), name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(trap, "utf8")).toBe("untouched");
    const credentials = readFileSync(join(folder("announced"), "credentials"), "utf8");
    expect(readFileSync(`/proc/${readLog("announced").trim()}/cmdline`, "utf8")).not.toContain(
      /id = (\w+)/.exec(credentials)?.[1],
    );
    const env = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: folder("announced") };
    expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
    expect(child.kill("SIGKILL")).toBe(true);
    await expect.poll(() => readLog("announced")).toMatch(CLOSED);
    // What it left behind is of no use, and of no harm.
    expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
  });

  it("is told what is missing, by the SDK, too", async () => {
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = await startOrFindLocalDynamoDB(folder("told"));
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
    await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: "This local DynamoDB needs the credentials that are in its data folder, in the file credentials.",
    });
    client.destroy();
    await closeLocalDynamoDB();
  });

  it.each([0o777, 0o720, 0o702])("can't have a command use a folder in which they can write: %o", async (mode) => {
    const path = folder(`writable ${mode}`);
    mkdirSync(path);
    chmodSync(path, mode);
    const env = { ...composeEnvironment(`w${mode}`), DYNAMODB_FOLDER: path };
    const stderr = `Other users can write in the folder ${path}. Look at what is in it, and run: chmod 700 '${path}'\n`;
    expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 1, stderr });
  });

  it.each([0o755, 0o750, 0o711])(
    "can read a folder that is there already, which a command says once: %o",
    async (mode) => {
      const path = folder(`read'able ${mode}`);
      mkdirSync(path);
      chmodSync(path, mode);
      const given = relative(ROOT, path);
      const env = { ...composeEnvironment(`r${mode}`), DYNAMODB_FOLDER: given };
      const command = `chmod 700 '${path.replace("'", "'\\''")}'`;
      const stderr = `Other users can read the charts in the folder ${given}. To keep them from it, run: ${command}\n`;
      expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr });
      expect(statSync(path).mode & 0o777).toBe(mode);
      execFileSync("sh", ["-c", command]);
      expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
    },
  );

  it("can read no folder that a command makes, nor those above it", async () => {
    const [outer, inner] = [folder("made"), folder("made/within")];
    const env = { ...composeEnvironment("made"), DYNAMODB_FOLDER: inner };
    expect(await runScript("charts", ["list"], { env })).toMatchObject({ code: 0, stderr: "" });
    expect([outer, inner].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it.each([
    [
      "a file system without rights, with a warning",
      { stat: "{ mode: 0o40777 }", code: 0 },
      "Other users may write in the folder FOLDER, where chmod has no effect. If others use this machine, set DYNAMODB_FOLDER to a folder elsewhere.",
    ],
    [
      "one that lets others read, with a warning",
      { stat: "{ mode: 0o40755 }", code: 0 },
      "Other users may read the folder FOLDER, where chmod has no effect. If others use this machine, set DYNAMODB_FOLDER to a folder elsewhere.",
    ],
    [
      "a folder of their own, not at all",
      { stat: "{ uid: 4_243 }", code: 1 },
      "The folder FOLDER is another user's. Set DYNAMODB_FOLDER to a folder of your own.",
    ],
  ])("can have a command use %s", async (name, { stat, code }, stderr) => {
    const path = folder(name.replace(/,.*/, ""));
    const mount = `import { promises } from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const { stat } = promises;
      process.getuid = () => 4_242;
      promises.stat = async (...args) => Object.assign(await stat(...args), { uid: 4_242 }, ${stat});
      syncBuiltinESMExports();`;
    const env = { ...WITHOUT_DYNAMODB, DYNAMODB_FOLDER: path, NODE_OPTIONS: `--import ${save("mount.mjs", mount)}` };
    const printed = { code, stderr: `${stderr.replace("FOLDER", () => path)}\n` };
    expect(await runScript("charts", ["list"], { env })).toMatchObject(printed);
  });
});
