import { describe, expect, it } from "vitest";
import { runInShell, useFolder } from "../support/command.ts";

const save = useFolder();
const chart = save("chart.json", '{"guid":"g","duration":1,"data":[{"time":0,"percentage":1}]}');

describe("a command whose options npm took", () => {
  it.each([
    ["--dry-run", `charts import --dry-run ${chart}`],
    ["--stage", `charts import --stage prod ${chart}`],
    ["--feed, --dry-run", `charts import --feed feed.xml ${chart} --dry-run`],
    ["--print", "charts get x --print csv"],
    ["--admin", "tokens list --admin"],
    ["--url", "smoke --url http://localhost:9"],
  ])("refuses to start: %s", async (options, line) => {
    const [script] = line.split(" ");
    const { code, stderr } = await runInShell(`npm run --silent ${line}`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `npm took ${options} for itself. To pass options to the command, write "--" after "npm run ${script}".\n`,
    });
  });

  /**
   * Options that can't be noticed: npm handles --help itself, takes --format for an abbreviation of one of its own options,
   * and reads --map as -m -a -p (a refusal then names --all).
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
  ])("refuses to start if npm took all of its options: %s", async (command, args) => {
    const [script] = command.split(" ");
    const { stdout } = await runInShell(`npm run --silent ${script} -- ${args} --help`);
    const options = [...stdout.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)]
      .map(([, option]) => String(option))
      .filter((option) => !UNNOTICED.includes(option));
    const { code, stderr } = await runInShell(`npm run --silent ${script} ${args} ${options.join(" ")}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^npm took .* for itself/) });
    for (const option of options) expect(stderr).toContain(` ${option}`);
  });

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
    const { stderr } = await runInShell("npm exec --json -- node scripts/charts.ts get x --url http://localhost:9");
    expect(stderr).toMatch(/^Nothing answers at/m);
  });
});
