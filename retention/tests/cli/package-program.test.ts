import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { useTable } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";

const save = useFolder();
const table = useTable();
const run = (...args: string[]) => runCommand("performance-data", args, { env: { CHARTS_TABLE: undefined } });

describe("the package's command", () => {
  it("takes variables from the file that it is given", async () => {
    await table.put({ guid: "in the table of the file", duration: 60 });
    const outcome = await run("list", "--env-file", save("far.env", `CHARTS_TABLE=${table.env.CHARTS_TABLE}`));
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/ in the table of the file$/m) });
  });

  it("says that this file can't be read", async () => {
    const stderr = expect.stringMatching(/^--env-file can't be read: .*such\.env/);
    expect(await run("list", "--env-file", "/no/such.env")).toMatchObject({ code: 1, stderr });
  });
});
