import crypto from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { REPORT } from "../../cli/report/page-kinds.ts";
import { resolveOutput, saveAtomically, saveOutput } from "../../cli/save.ts";
import { composeDemoFeed } from "../../report/demo/demo-show.ts";
import { addSavedData } from "../../sources/import/saved-report.ts";
import { runCommand } from "../support/command.ts";
import { makeChart, makeItem, saveReport } from "../support/report.ts";

const save = useFolder();
const folder = dirname(save("x", ""));
const GUID = "of an output";

const run = (...args: readonly string[]) => runCommand("charts", args);

/** What commands write to a file, and the kinds of files that each replaces. */
const COMMANDS: Readonly<Record<string, readonly [write: (file: string) => string[], own: readonly string[]]>> = {
  "report --out": [(file) => ["report", GUID, "--out", file], ["report", "demo"]],
  "report --findings": [(file) => ["report", GUID, "--out", `${file}.html`, "--findings", file], ["findings"]],
  "demo --out": [(file) => ["demo", "--out", file], ["demo"]],
  "studio --out": [(file) => ["studio", "--out", file], ["studio"]],
  "get --draw": [(file) => ["get", GUID, "--draw", file], ["picture"]],
};

/** Files that may be there, by their kinds. */
const files: Record<string, string> = {};

const keep = (kind: string, content: string) => {
  files[kind] = save(`${basename(folder)}.${kind}`, content);
};

beforeAll(async () => {
  await writeChartItem(makeItem(GUID));
  const page = save("page.html", "");
  await saveReport(page, [makeChart(GUID, 100, 50, 60)]);
  const [report, demo] = [readFileSync(page, "utf8"), readFileSync(join(ROOT, "retention/docs/demo.html"), "utf8")];
  const data = {
    savedAt: "",
    choices: [],
    durations: [],
    quotes: [],
    cuts: [],
    spots: "",
    isHostRead: false,
    feeds: [],
    lines: "",
  };
  const picture = readFileSync(join(ROOT, "docs/sample-chart.svg"), "utf8");
  keep("report", report);
  keep("demo", demo);
  keep("saved report", addSavedData(report, data));
  keep("saved example", addSavedData(demo, data));
  // An earlier one: it is not the page that the command writes.
  keep("studio", `${readFileSync(join(ROOT, "retention/docs/studio.html"), "utf8")}\n`);
  keep("findings", '{"version":1,"madeAt":"2026-01-01T00:00:00.000Z","shows":[]}');
  keep("picture", picture);
  keep("drawing", picture.replace(/ aria-labelledby="[^"]*"/, ""));
  keep("page", report.replace(/<meta name="generator"[^>]*>/, ""));
  keep("feed", composeFeed([{ guid: GUID }]));
  keep("charts", '{"guid":"x","duration":60,"data":[]}');
  keep("bytes", "\0\u{ffff}".repeat(9_999));
});

describe.each(Object.entries(COMMANDS))("charts -- %s", (name, [write, own]) => {
  it("replaces an earlier output of its own, and nothing else", async () => {
    for (const [kind, file] of Object.entries(files)) {
      const target = join(folder, `${name}, ${kind}`);
      copyFileSync(file, target);
      const { code, stderr } = await run(...write(target));
      const isAsBefore = readFileSync(target).equals(readFileSync(file));
      expect({ kind, code, isAsBefore, stderr }).toEqual(
        own.includes(kind)
          ? { kind, code: 0, isAsBefore: false, stderr: expect.any(String) }
          : {
              kind,
              code: 1,
              isAsBefore: true,
              stderr: expect.stringContaining(`${target} is there already, and is no `),
            },
      );
    }
  });

  it("replaces neither a folder, nor what only its link names", async () => {
    const [target, link] = [save(`charts of ${name}`, "{}"), join(folder, `link of ${name}`)];
    symlinkSync(target, link);
    expect(await run(...write(link))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${target} is there already`),
    });
    expect(readFileSync(target, "utf8")).toBe("{}");
    expect(await run(...write(folder))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not a regular file"),
    });
  });
});

describe("charts -- demo --keep", () => {
  it("replaces its own feed alone, and looks at it before it writes anything", async () => {
    const [feed, page] = [save("demo.xml", composeFeed([{ guid: GUID }])), join(folder, "kept.html")];
    const outcome = await run("demo", "--keep", "--out", page);
    expect(outcome).toEqual({
      code: 1,
      stdout: "",
      stderr: `${feed} is there already, and is no feed of this command. Choose another file, or delete it first.\n`,
    });
    expect(readdirSync(folder)).not.toContain("kept.html");
    writeFileSync(feed, composeDemoFeed([]));
    expect(await run("demo", "--keep", "--out", page)).toMatchObject({ code: 0 });
    expect(readFileSync(feed, "utf8")).toContain("<item>");
  });
});

const modeOf = (file: string) => statSync(file).mode & 0o777;
const listParts = () => readdirSync(folder).filter((name) => name.endsWith(".part"));

describe("a file that is saved", () => {
  it("is its owner's alone until it is complete, under a name that nobody can guess", async () => {
    const file = join(folder, "secret");
    const parts: string[] = [];
    function* write() {
      const [part = ""] = listParts();
      parts.push(part);
      yield String(modeOf(join(folder, part)).toString(8));
    }
    for (let time = 0; time < 2; time++) {
      await saveAtomically(file, write());
      expect(readFileSync(file, "utf8")).toBe("600");
    }
    expect(new Set(parts).size).toBe(2);
    expect(parts[0]).toMatch(/^[0-9a-f-]{36}\.part$/);
    expect(listParts()).toEqual([]);
  });

  it("has the rights of the one that it replaces, and else those that any new file has", async () => {
    const usual = modeOf(save("usual", ""));
    const file = join(folder, "new");
    await saveAtomically(file, ["x"]);
    expect(modeOf(file)).toBe(usual);
    for (const mode of [0o600, 0o640, 0o664]) {
      const replaced = save(`replaced ${mode}`, "");
      chmodSync(replaced, mode);
      await saveAtomically(replaced, ["x"]);
      expect(modeOf(replaced)).toBe(mode);
    }
  });

  it("leaves what somebody put in its place meanwhile", async () => {
    const file = join(folder, "meanwhile.html");
    const output = await resolveOutput(file, REPORT);
    function* write() {
      yield "report";
      copyFileSync(String(files["saved report"]), file);
    }
    await expect(saveOutput(output, write())).rejects.toThrow("is there already, and is no page of this command");
    expect(readFileSync(file)).toEqual(readFileSync(String(files["saved report"])));
    expect(listParts()).toEqual([]);
  });

  it("may have a name as long as names can be, and says why if it is longer", async () => {
    const [longest, longer] = [255, 256].map((length) => join(folder, "x".repeat(length))) as [string, string];
    await saveAtomically(longest, ["x"]);
    expect(readFileSync(longest, "utf8")).toBe("x");
    await expect(saveAtomically(longer, ["x"])).rejects.toThrow(`${longer} can't be written: ENAMETOOLONG`);
    expect(listParts()).toEqual([]);
  });

  it("takes no more rights from another user's file than a new one has", async () => {
    const file = save("another user's", "");
    chmodSync(file, 0o777);
    const { uid } = statSync(file);
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
    await saveAtomically(file, ["x"]);
    getuid.mockRestore();
    expect(modeOf(file)).toBe(0o666 & ~process.umask());
  });

  it("is not written through a link that somebody has guessed", async () => {
    const target = save("target", "mine");
    const name = "00000000-0000-4000-8000-000000000000";
    const guessed = vi.spyOn(crypto, "randomUUID").mockReturnValue(name);
    syncBuiltinESMExports();
    symlinkSync(target, join(folder, `${name}.part`));
    await expect(saveAtomically(join(folder, "guessed"), ["x"])).rejects.toThrow("EEXIST");
    guessed.mockRestore();
    syncBuiltinESMExports();
    expect([readFileSync(target, "utf8"), listParts()]).toEqual(["mine", [`${name}.part`]]);
    rmSync(join(folder, `${name}.part`));
  });

  it("leaves nothing beside it if it can't be written", async () => {
    const file = join(folder, "failing");
    function* fail(): Generator<string> {
      yield "half";
      throw new Error("no more");
    }
    function* meetFolder() {
      yield "whole";
      mkdirSync(file);
    }
    await expect(saveAtomically(file, fail())).rejects.toThrow(`${file} can't be written: no more.`);
    await expect(saveAtomically(file, meetFolder())).rejects.toThrow(`${file} can't be written: EISDIR`);
    expect(listParts()).toEqual([]);
  });

  it("says why it can't be written, also if its temporary file is gone by then", async () => {
    const file = join(folder, "cleaned");
    function* fail(): Generator<string> {
      yield "half";
      for (const part of listParts()) rmSync(join(folder, part));
      throw new Error("no more");
    }
    await expect(saveAtomically(file, fail())).rejects.toThrow(`${file} can't be written: no more.`);
  });
});
