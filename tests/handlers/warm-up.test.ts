import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildBundle } from "../../scripts/bundle.ts";

/** Loads a bundle, lets it come to its end, and tells what it did by then. */
const PROGRAM = `
const { subscribe } = require("node:diagnostics_channel");
const failures = [];
subscribe("http.client.request.error", ({ request, error }) =>
  failures.push([request.getHeader("x-amz-target"), error.syscall, error.address]));
require(process.argv[1]);
process.on("exit", () => {
  const verifies = process.moduleLoadList.includes("NativeModule internal/crypto/mac");
  console.log(JSON.stringify({ failures, verifies }));
});`;

let connections = 0;
const server = createServer((socket) => {
  connections++;
  socket.destroy();
});

let folder: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  for (const name of ["token", "charts"]) {
    const { outputFiles } = await buildBundle(`functions/${name}.ts`);
    await writeFile(join(folder, `${name}.cjs`), outputFiles[0]?.contents ?? "");
  }
});

beforeEach(() => {
  connections = 0;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Loads a function with the environment given and nothing else, and waits until it has nothing left to do. */
async function load(name: string, env: NodeJS.ProcessEnv) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["-e", PROGRAM, join(folder, `${name}.cjs`)], {
    env,
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const SETTINGS = {
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  PERFORMANCE_SECRET_KEY: "a secret key for tests, long enough for HS256",
};

/** The settings with the address of the server, which nothing may reach. */
const settings = (protocol: string) => {
  const url = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...SETTINGS, AWS_ENDPOINT_URL_DYNAMODB: url };
};

describe.each(["token", "charts"])("loading %s", (name) => {
  it.each(["http", "https"])("sends a command over %s that reaches nobody", async (protocol) => {
    const { failures } = await load(name, settings(protocol));
    expect(failures).toEqual([["DynamoDB_20120810.GetItem", "connect", "127.0.0.1"]]);
    expect(connections).toBe(0);
  });

  it("leaves what is wrong with the settings to the requests", async () => {
    expect(await load(name, { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512" })).toMatchObject({ failures: [] });
  });

  it.each(["1769", undefined])(
    "does nothing where requests get a whole core: with a memory of %s MB",
    async (memory) => {
      const env = { ...settings("http"), AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory };
      expect(await load(name, env)).toEqual({ failures: [], verifies: false });
    },
  );
});

it("verifies a token only where tokens are verified", async () => {
  expect(await load("charts", SETTINGS)).toMatchObject({ verifies: true });
  expect(await load("token", SETTINGS)).toMatchObject({ verifies: false });
});
