import { describe, expect, it } from "vitest";
import { runInShell, useFolder } from "../support/command.ts";

const save = useFolder();
const chart = save("chart.json", '{"guid":"g","duration":1,"data":[{"time":0,"percentage":1}]}');

describe("a command of which npm took options for itself", () => {
  it.each([
    ["--dry-run", `charts import --dry-run ${chart}`],
    ["--stage", `charts import --stage prod ${chart}`],
    ["--feed, --dry-run", `charts import --feed feed.xml ${chart} --dry-run`],
    ["--print", "charts get x --print csv"],
    ["--admin", "tokens list --admin"],
    ["--url", "smoke --url http://localhost:9"],
    ["--requests", "soak --requests 5"],
  ])("refuses to start: %s", async (options, line) => {
    const [script] = line.split(" ");
    const { code, stderr } = await runInShell(`npm run --silent ${line}`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `npm took ${options} for itself, not for the command. Write "--" after "npm run ${script}", before everything that is meant for the command.\n`,
    });
  });

  /**
   * npm takes --format for an abbreviation of an option of its own and leaves no trace of it. It reads --map as -m -a -p,
   * so that a refusal names --all.
   */
  const UNNOTICED = ["--help", "--format", "--map"];

  it.each([
    ["charts import", `import ${chart}`],
    ["charts get", "get x"],
    ["charts list", "list"],
    ["charts delete", "delete x"],
    ["tokens list", "list"],
    ["tokens revoke", "revoke x"],
    ["smoke", ""],
    ["soak", ""],
  ])("refuses to start without any of its options: %s", async (command, args) => {
    const [script] = command.split(" ");
    const { stdout } = await runInShell(`npm run --silent ${script} -- ${args} --help`);
    const options = [...stdout.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)]
      .map(([, option]) => String(option))
      .filter((option) => !UNNOTICED.includes(option));
    const { code, stderr } = await runInShell(`npm run --silent ${script} ${args} ${options.join(" ")}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^npm took .* for itself/) });
    for (const option of options) expect(stderr).toContain(` ${option}`);
  });

  it("is not one whose options stand after the --", async () => {
    const outcome = await runInShell(`npm run --silent charts -- import --dry-run ${chart}`);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart/) });
  });

  it("is not one with an option that npm has in its configuration", async () => {
    const configuration = save("npmrc", "dry-run=true\n");
    const line = `npm run --silent --userconfig ${configuration} charts -- import --dry-run ${chart}`;
    expect(await runInShell(line)).toMatchObject({ code: 0 });
  });

  it("is not one that another script runs, for which the options were meant", async () => {
    const { stderr } = await runInShell("npm exec --json -- node scripts/charts.ts get x --url http://localhost:9");
    expect(stderr).toMatch(/^Nothing answers at/m);
  });
});
