import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand, runInShell, type ScriptName } from "../support/command.ts";

const save = useFolder();
const chart = save("chart.json", '{"guid":"g","duration":1,"data":[{"time":0,"percentage":1}]}');

describe("a command whose options npm took", () => {
  /** As npm does: it exports every option that it takes, as a variable. */
  it.each<[string, ScriptName, string[], NodeJS.ProcessEnv]>([
    ["--dry-run", "charts", ["import", chart], { npm_config_dry_run: "true" }],
    ["--stage", "charts", ["import", "prod", chart], { npm_config_stage: "true" }],
    ["--dry-run, --feed", "charts", ["import", chart], { npm_config_feed: "feed.xml", npm_config_dry_run: "true" }],
    ["--print", "charts", ["get", "x", "csv"], { npm_config_print: "true" }],
    ["--since", "charts", ["get", "x", "y"], { npm_config_since: "y" }],
    ["--url", "smoke", [], { npm_config_url: "http://localhost:9" }],
  ])("refuses to start: %s", async (options, script, args, variables) => {
    const env = { npm_lifecycle_event: script, npm_execpath: undefined, ...variables };
    expect(await runCommand(script, args, { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: `npm took ${options} for itself. To pass options to the command, write "--" after "npm run ${script}".\n`,
    });
  });

  /** Options that can't be noticed, and why: operate/shell/npm.ts. A refusal names --all in place of --app. */
  const UNNOTICED = ["--help", "--format", "--replace", "--map", "--app"];

  it.each([
    ["charts", `import ${chart}`],
    ["tokens", "list"],
    ["smoke", ""],
  ] as const)("refuses to start if npm took all options of all commands: %s", async (script, args) => {
    const taken = [...(await printHelp(script)).matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) =>
      String(option),
    );
    const options = [...new Set(taken)].filter((option) => !UNNOTICED.includes(option));
    expect(options).not.toEqual([]);
    const { code, stderr } = await runInShell(`npm run --silent ${script} ${args} ${options.join(" ")}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^npm took .* for itself/) });
    for (const option of options) expect(stderr).toMatch(new RegExp(` ${option}[, ]`));
  });

  /** Prints the help of a script and of all its commands. */
  async function printHelp(script: ScriptName): Promise<string> {
    const { stdout } = await runCommand(script, ["--help"]);
    const helps = [stdout];
    for (const [, command = ""] of stdout.matchAll(/^ {2}([a-z]+) /gm))
      if (command !== "help") helps.push((await runCommand(script, [command, "--help"])).stdout);
    return helps.join("\n");
  }

  it("is not recognized in options after --", async () => {
    const outcome = await runInShell(`npm run --silent charts -- import --dry-run ${chart}`);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart/) });
  });

  it("is not recognized in an option that npm's configuration sets", async () => {
    const configuration = save("npmrc", "dry-run=true\n");
    const line = `npm run --silent --userconfig ${configuration} charts -- import --dry-run ${chart}`;
    expect(await runInShell(line)).toMatchObject({ code: 0 });
  });

  it("is not recognized in options of another script that runs the command", async () => {
    const { stderr } = await runInShell(
      "npm exec --json -- node retention/cli/bin/charts.ts get x --url http://localhost:9",
    );
    expect(stderr).toMatch(/^Nothing answers at/m);
  });
});

describe("what Node.js has compiled of a command", () => {
  /** Makes a folder from which npm runs the commands, with node_modules of its own. */
  function makeCheckout(name: string): string {
    const folder = join(dirname(chart), name);
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
    for (const path of ["lib", "local", "operate", "retention", "node_modules/.bin"])
      symlinkSync(join(ROOT, path), join(folder, path));
    return folder;
  }

  it.each(["charts", "tokens", "smoke"])("is kept below node_modules: %s", async (script) => {
    const folder = makeCheckout(script);
    const outcome = await runInShell(`cd ${folder} && npm run --silent ${script} -- --help`);
    expect(outcome).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Usage: npm run /) });
    expect(readdirSync(join(folder, "node_modules/.cache/node-compile"))).not.toEqual([]);
  });

  it("is not kept where node_modules can't be written, and the command runs", async () => {
    const folder = makeCheckout("read-only");
    save("read-only/node_modules/.cache", "not a folder");
    const outcome = await runInShell(`cd ${folder} && npm run --silent charts -- --help`);
    expect(outcome).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Usage: npm run /) });
  });
});
