import { execFile } from "node:child_process";
import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadYaml } from "../../../local/yaml.ts";
import root from "../../../package.json" with { type: "json" };
import { copyAll, ROOT } from "../../../tests/support/checkout.ts";
import { composeDisguise } from "../../../tests/support/node-version.ts";
import { composeStudio } from "../../cli/report/studio-page.ts";
import manifest from "../../package.json" with { type: "json" };
import { describeAfternoons } from "./afternoon.ts";
import { type Installed, installPackage, readInstalled } from "./installed.ts";

/** A copy of the checkout, in which the package is built. */
let copy: Awaited<ReturnType<typeof copyAll>>;
let installed: Installed;

beforeAll(async () => {
  copy = await copyAll();
  installed = await installPackage(copy.folder);
});

afterAll(async () => {
  installed.remove();
  await copy.remove();
});

/** Lists the commands that a help names. */
function listCommands(help: string): string[] {
  const [, commands = ""] = help.split("\nCommands:\n");
  return [...commands.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
}

describe("the package", () => {
  it("names its commands as they are called, and nothing that only a checkout has", async () => {
    const commands = listCommands((await installed.run(["--help"])).stdout);
    expect(commands).toEqual(expect.arrayContaining(["import", "demo", "tokens", "smoke"]));
    const tokens = listCommands((await installed.run(["tokens", "--help"])).stdout);
    for (const words of [...commands.map((name) => [name]), ...tokens.map((name) => ["tokens", name])]) {
      const { stdout } = await installed.run([...words, "--help"]);
      expect(stdout).toContain(`Usage: performance-data ${words.join(" ")}`);
      expect(stdout).toContain("--env-file");
      expect(stdout).not.toMatch(/\bnpm\b|\.env\.STAGE|\.dynamodb/);
    }
  });

  it("reads charts from the table where no URL is given, and asks for the key where one is", async () => {
    expect(await installed.run(["get", "urn:c"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/has no chart of "urn:c"\. To see those that it has: performance-data list\n$/),
    });
    expect(await installed.run(["get", "urn:c", "--url", "http://localhost:9"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "PERFORMANCE_PUBLIC_KEY goes to https URLs alone. Pass a file with the service's public key as --public-key-file.\n",
    });
    // Node.js reads the file, too, wherever the option is, and may refuse it first.
    const missing = await installed.run(["list", "--env-file", "none.env"]);
    expect(missing).toMatchObject({ stdout: "", stderr: expect.stringMatching(/none\.env/) });
    expect(missing.code).not.toBe(0);
  });

  it("says where its data is when it makes the folder, and not again", async () => {
    const env = { XDG_DATA_HOME: join(installed.folder, "elsewhere") };
    const folder = join(env.XDG_DATA_HOME, "performance-data");
    const notice = `Your data is kept in ${folder}. To keep it elsewhere, set DYNAMODB_FOLDER.\n`;
    expect((await installed.run(["list"], { env })).stderr).toBe(notice);
    expect((await installed.run(["list"], { env })).stderr).toBe("");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await installed.run(["tokens", "list"], { env })).toMatchObject({ code: 0, stderr: "" });
  });

  it("takes no data folder from an XDG_DATA_HOME that is relative", async () => {
    const env = { XDG_DATA_HOME: "relative", HOME: join(installed.folder, "another-home") };
    const folder = join(env.HOME, ".local/share/performance-data");
    const notice = `Your data is kept in ${folder}. To keep it elsewhere, set DYNAMODB_FOLDER.\n`;
    expect((await installed.run(["list"], { env })).stderr).toBe(notice);
  });

  it("has at most 1 MB, and 20 MB installed", () => {
    expect(installed.packedBytes).toBeLessThanOrEqual(1e6);
    const files = globSync("node_modules/**", { cwd: installed.folder }).map((file) => join(installed.folder, file));
    const bytes = files.map((file) => statSync(file)).reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(installed.packedBytes);
    expect(bytes).toBeLessThanOrEqual(20e6);
  });

  it("has the version of the project, and what it depends on in the versions that are tested", async () => {
    expect((await installed.run(["--version"])).stdout).toBe(`${root.version}\n`);
    expect(manifest.version).toBe(root.version);
    const { dependencies, ...own } = JSON.parse(readInstalled(installed, "package.json"));
    expect(own).toMatchObject({ name: "performance-data", bin: manifest.bin, exports: manifest.exports });
    expect(Object.keys(own)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(private|scripts|dev)/)]));
    expect(Object.keys(dependencies)).toEqual(["dynalite", "level"]);
    for (const { devDependencies } of [root, manifest]) expect(devDependencies).toMatchObject(dependencies);
  });

  it("has nothing of the checkout, its tests or the deployment", () => {
    const files = globSync("**", { cwd: installed.files }).filter((file) =>
      statSync(join(installed.files, file)).isFile(),
    );
    expect(files.filter((file) => file.endsWith(".ts"))).toEqual(["dist/listening.d.ts"]);
    const allowed =
      /^(dist\/[\w-]+\.(js|cjs|d\.ts)|docs\/[\w.-]+\.(md|json)|dist\/LICENCES\.txt|LICENSE|README\.md|package\.json)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    for (const file of files)
      expect(readInstalled(installed, file)).not.toMatch(
        new RegExp(`${copy.folder}|\\.\\./lib/|serverless\\.yml|"\\.dynamodb"`),
      );
  });

  it("has its licence, and those of the packages in its bundle", () => {
    expect(readInstalled(installed, "LICENSE")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
    const licences = readInstalled(installed, "dist/LICENCES.txt");
    for (const name of [
      "@aws-sdk/client-dynamodb",
      "ajv",
      "commander",
      "csv-parse",
      "env-paths",
      "jose",
      "sax",
      "unzipit",
    ])
      expect(licences).toMatch(new RegExp(`(^|, )${name}(,|$)`, "m"));
    expect(licences).toContain("Apache License");
  });

  it("has the module for players with its types, and the element", async () => {
    const require = createRequire(join(installed.folder, "x.js"));
    const player = readFileSync(require.resolve("performance-data/listening.js"), "utf8");
    const source = readFileSync(join(ROOT, "player/listening.js"), "utf8");
    const [, code] = source.split(" */\n\n/** Milliseconds");
    expect(player.split(" */\n\n/** Milliseconds")[1]).toBe(code);
    const element = readFileSync(require.resolve("performance-data/episode-curve.js"), "utf8");
    expect(element).toBe(readFileSync(join(ROOT, "docs/examples/episode-curve.js"), "utf8"));

    const lines = [
      'import { Listen, reportListening } from "performance-data/listening.js";',
      'import "performance-data/episode-curve.js";',
      'export const stop: () => void = reportListening(document, () => ({ url: "u", interval: 1, guid: "g" }));',
      'new Listen({ url: "u", interval: 1, guid: "g" }).position(1);',
      "// @ts-expect-error",
      "reportListening(document, () => ({ url: 1 }));",
    ];
    writeFileSync(join(installed.folder, "site.ts"), lines.join("\n"));
    const compiler = [join(ROOT, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict"];
    const options = ["--module", "nodenext", "--lib", "es2024,dom", "--types", "", "site.ts"];
    await promisify(execFile)(process.execPath, [...compiler, ...options], { cwd: installed.folder });
  });

  it("writes the studio as a checkout does", async () => {
    expect(await installed.run(["studio", "--out", "studio.html"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(installed.folder, "studio.html"), "utf8") === (await composeStudio())).toBe(true);
  });

  it.each(["v12.22.12", "v18.20.8", "v20.18.3"])("refuses an old Node.js in a sentence: %s", async (version) => {
    const disguise = join(installed.folder, "disguise.cjs");
    writeFileSync(disguise, composeDisguise({ version }));
    expect(await installed.run(["list"], { env: { NODE_OPTIONS: `--require=${disguise}` } })).toEqual({
      code: 1,
      stdout: "",
      stderr: `performance-data needs Node.js 20.19 or newer, and this is ${version}: get one from https://nodejs.org/en/download.\n`,
    });
  });
});

describeAfternoons(() => installed);

it.each(["README.md", "docs/charts.md", "docs/platforms.md", "docs/podcasters.md", "docs/reports.md"])(
  "its page %s speaks of the package alone, and its links lead to pages",
  (page) => {
    const text = readInstalled(installed, page);
    expect(text).toMatch(/^performance-data /m);
    expect(text).not.toMatch(/npm (?:run|start|ci)|git clone|\.dynamodb|retention\/|<!--/);
    const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]*)[^)]*\)/g), ([, file = ""]) => file);
    expect(links.length).toBeGreaterThan(0);
    for (const file of links) expect(existsSync(join(installed.files, dirname(page), file)), file).toBe(true);
  },
);

describe("a release", async () => {
  interface Step {
    readonly id?: string;
    readonly run?: string;
  }
  const { jobs } = await loadYaml<{ readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> }>(
    ".github/workflows/release.yml",
  );
  /** Runs the lines of a step as GitHub does, with bash. */
  const runStep = (job: string, id: string, cwd: string) => {
    const { run = "" } = jobs[job]?.steps.find((step) => step.id === id) ?? {};
    const env = { ...process.env, GITHUB_REF_NAME: `v${manifest.version}` };
    return promisify(execFile)("bash", ["-e", "-c", run], { cwd, env });
  };
  let released: string;

  beforeAll(async () => {
    released = join(copy.folder, "released");
    await runStep("build", "files", copy.folder);
  });

  it("has the package, the studio and a list of components, with their checksums", async () => {
    const files = [`performance-data-${manifest.version}.tgz`, "sbom.json", "studio.html"];
    expect(readdirSync(released).sort()).toEqual(["SHA256SUMS", ...files]);
    const { stdout } = await promisify(execFile)("sha256sum", ["--check", "SHA256SUMS"], { cwd: released });
    expect(stdout.trim().split("\n")).toEqual(files.map((file) => `${file}: OK`));
    const { bomFormat, components } = JSON.parse(readFileSync(join(released, "sbom.json"), "utf8"));
    expect(bomFormat).toBe("CycloneDX");
    const names = components.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(root.dependencies), "csv-parse"]));
  });

  it("puts the studio on the web, alone in its branch", async () => {
    const folder = join(installed.folder, "pages");
    cpSync(released, join(folder, "released"), { recursive: true });
    await runStep("pages", "page", folder);
    const page = join(folder, "page");
    const git = async (...args: string[]) => (await promisify(execFile)("git", args, { cwd: page })).stdout.trim();
    expect(await git("ls-tree", "-r", "--name-only", "gh-pages")).toBe(".nojekyll\nindex.html");
    expect(await git("log", "--format=%s", "gh-pages")).toBe(`v${manifest.version}`);
    expect(readFileSync(join(page, "index.html"))).toEqual(readFileSync(join(ROOT, "retention/docs/studio.html")));
  });
});

it("packing changes no file of the checkout", () => {
  const listFiles = (folder: string) =>
    globSync("retention/**", { cwd: folder, withFileTypes: true }).filter((file) => file.isFile());
  const read = (folder: string) =>
    new Map(
      listFiles(folder).map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(folder.length), readFileSync(path, "utf8")];
      }),
    );
  const packed = [...read(copy.folder)].filter(([path]) => !path.startsWith("/retention/package/"));
  expect(packed).toEqual([...read(ROOT)].filter(([path]) => !path.startsWith("/retention/package/")));
});
