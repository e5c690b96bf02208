import { describe, expect, it } from "vitest";
import { runCommand, useFolder } from "../support/command.ts";
import { useTable } from "../support/tables.ts";

const save = useFolder();
const table = useTable();
const run = (...args: string[]) => runCommand("performance-data", args, { env: { CHARTS_TABLE: undefined } });

describe("the package's command", () => {
  it("has the commands for charts and, beside them, tokens and smoke", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const name of ["import", "report", "tokens", "smoke"]) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(await run("--version")).toEqual({ code: 0, stdout: "1.2.3\n", stderr: "" });
    expect((await run("tokens", "list", "--help")).stdout).toContain("--env-file");
  });

  it("takes variables from the file that it is given", async () => {
    await table.put({ guid: "in the table of the file", duration: 60 });
    const { code, stdout } = await run("list", "--env-file", save("far.env", `CHARTS_TABLE=${table.env.CHARTS_TABLE}`));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/ in the table of the file$/m) });
  });

  it("says that this file can't be read", async () => {
    const { code, stderr } = await run("list", "--env-file", "/no/such.env");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^--env-file can't be read: .*such\.env/),
    });
  });
});
