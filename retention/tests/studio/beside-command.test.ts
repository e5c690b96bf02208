import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { describeWith } from "../../../tests/support/describe-with.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { StudioSession } from "../../studio/session.ts";
import { runCommand } from "../support/command.ts";
import { importFiles } from "../support/import.ts";
import { readScript } from "../support/report.ts";
import { PLANTED, SPOKEN_FILES } from "../support/transcripts.ts";
import { drop, HARS, makeFeed, makeTable, saveReport, useStudio } from "./studio.ts";

const save = useFolder();
const openStudio = useStudio(save);

const FORMATS = join(ROOT, "retention/tests/import/formats");

const SAMPLES = [FORMATS, HARS].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name !== "firefox-without-content.har")
    .map((name) => join(folder, name)),
);

type Line = Readonly<Record<string, unknown>>;

/** The parts of a page that its episodes do not fill, and its data, whose curves are unpacked: another gzip packs otherwise. */
function readReport(page: string): unknown {
  const episodes: Line[] = readScript(page, "data");
  const [head] = page.split('<script type="application/json" id="data">');
  return {
    head: head?.replace(/"madeAt":"[^"]*"/, ""),
    episodes: episodes.map((episode) => ({
      ...episode,
      curve: gunzipSync(Buffer.from(String(episode.curve), "base64")).toString(),
    })),
  };
}

/** Reads lines of an export without what depends on time and order. */
function parseLines(lines: string): Line[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { updatedAt: _, shown: __, ...known } = JSON.parse(line);
      return known;
    });
}

/** Names an episode for each curve of files that names none. Returns the map, and the feed that has them. */
async function nameEpisodes(files: readonly string[], label: string) {
  const session = new StudioSession();
  const view = await session.add(files.map((file) => ({ name: basename(file), file: new Blob([readFileSync(file)]) })));
  const keys = view.nameless.map(({ key }, index) => [key, `urn:${label}:${index}`] as const);
  const own = parseLines(session.keep().lines).map(({ guid }) => String(guid));
  const guids = [...new Set([...keys.map(([, guid]) => guid), ...own, "urn:example:ep-7"])];
  const items = guids.map((guid, index) => ({ guid, title: `Episode ${index} & more`, "itunes:duration": "360" }));
  return {
    map: save(`${label}.csv`, ["key,guid", ...keys.map(([key, guid]) => `"${key}",${guid}`), ""].join("\n")),
    feed: save(`${label}.xml`, composeFeed(items, "A show")),
    guids,
  };
}

async function runBoth(page: Page, files: readonly string[], label: string) {
  const { map, feed, guids } = await nameEpisodes(files, label);
  await runCommand("charts", ["delete", ...guids]);
  await importFiles("--feed", feed, "--map", map, ...files);
  const ofFiles = parseLines((await runCommand("charts", ["export", ...guids])).stdout);
  const out = save(`${label}.html`, "");
  const { code } = await runCommand("charts", ["report", "--feed", feed, "--out", out]);
  await page.reload();
  await drop(page, [map, ...files, feed]);
  const isSaved = await page.locator(".save").isEnabled();
  const saved = isSaved ? readFileSync(await saveReport(page, save(`${label}-saved.html`, "")), "utf8") : undefined;
  return { ofFiles, report: code === 0 ? readFileSync(out, "utf8") : undefined, saved };
}

function readSavedLines(page: string): Line[] {
  const { version, gzip } = readScript<{ readonly version: number; readonly gzip: string }>(page, "studio");
  expect(version).toBe(1);
  const text = gunzipSync(Buffer.from(gzip, "base64")).toString();
  return parseLines(text.slice(text.indexOf("\n") + 1));
}

const SINCE = '<section class="since">';

const readSince = (page: string) => page.slice(page.indexOf(SINCE), page.indexOf("</section>", page.indexOf(SINCE)));

const byCurve = (one: Line, other: Line) =>
  JSON.stringify([one.guid, one.source]) < JSON.stringify([other.guid, other.source]) ? -1 : 1;

describeWith("Chromium", "the page of charts -- studio, beside the command", () => {
  it("has the exact points, figures and sentences of the command, for every sample of a format and recorded HAR file", async () => {
    const page = await openStudio();
    let curves = 0;
    for (const [index, file] of SAMPLES.entries()) {
      const { ofFiles, report, saved } = await runBoth(page, [file], `sample-${index}`);
      expect([basename(file), saved !== undefined]).toEqual([basename(file), report !== undefined]);
      if (saved === undefined || report === undefined) continue;
      expect([basename(file), readSavedLines(saved).sort(byCurve)]).toEqual([basename(file), ofFiles.sort(byCurve)]);
      expect(readReport(saved)).toEqual(readReport(report));
      curves += ofFiles.length;
    }
    expect(curves).toBeGreaterThan(20);
  });

  it("has them of all together, whatever is dropped first, and the command imports what it saves", async () => {
    const page = await openStudio();
    const names = ["chrome-spotify.har", "chrome-apple.har"].map((name) => join(HARS, name));
    const table = save("video.csv", makeTable(20));
    for (const files of [
      [...names, table],
      [table, ...names.toReversed()],
    ]) {
      const { ofFiles, report, saved = "" } = await runBoth(page, files, "together");
      expect(readReport(saved)).toEqual(readReport(report ?? ""));
      expect(readSavedLines(saved).sort(byCurve)).toEqual(ofFiles.sort(byCurve));
    }
    const again = await importFiles(join(save("x", ""), "..", "together-saved.html"));
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ charts written .*: \d+ unchanged, 0 refused\n$/),
    });
  });

  it("says what has changed since a saved report, as charts -- report --since does", async () => {
    const page = await openStudio();
    const [feed, table, map] = [
      save("tides.xml", makeFeed()),
      save("final v2.csv", makeTable(20)),
      save("map.csv", "key,guid\nfinal v2,urn:example:tides-1\n"),
    ];
    await drop(page, [feed, join(HARS, "chrome-spotify.har")]);
    const last = await saveReport(page, save("last.html", ""));
    expect(readFileSync(last, "utf8")).not.toContain(SINCE);
    await page.reload();
    const files = [join(HARS, "firefox-apple.har"), table];
    await drop(page, [last, feed, map, ...files]);
    const saved = readFileSync(await saveReport(page, save("now.html", "")), "utf8");

    await runCommand("charts", ["delete", "--feed", feed]);
    const ids = await runCommand("charts", ["map", "--feed", feed, join(HARS, "chrome-spotify.har")]);
    const all = save("all.csv", `${ids.stdout}final v2,urn:example:tides-1\n`);
    await importFiles("--feed", feed, "--map", all, join(HARS, "chrome-spotify.har"), ...files);
    const out = save("out.html", "");
    const since = ["--since", last, "--findings", save("findings.json", "")];
    await runCommand("charts", ["report", "--feed", feed, ...since, "--out", out]);
    const ofCommand = readSince(readFileSync(out, "utf8"));
    expect(ofCommand).toContain("<li>");
    expect(readSince(saved)).toBe(ofCommand);
  });

  it("quotes what is said at a moment, from transcripts of four formats, as the command does", async () => {
    const page = await openStudio();
    const paths = Object.entries(SPOKEN_FILES).map(([name, text]) => save(name, text));
    const [feed = "", charts = "", ...transcripts] = paths;
    await drop(page, paths);
    const saved = readFileSync(await saveReport(page, save("spoken-saved.html", "")), "utf8");
    await importFiles(charts);
    const out = save("spoken.html", "");
    const options = transcripts.flatMap((path) => ["--transcript", path]);
    await runCommand("charts", ["report", "--feed", feed, ...options, "--out", out]);
    expect(readReport(saved)).toEqual(readReport(readFileSync(out, "utf8")));
    expect(saved.split(PLANTED).length).toBeGreaterThan(4);
  });
});

it("a feed without GUIDs is refused in the studio as by the command", async () => {
  const xml = composeFeed([{ title: "Ebb" }, { title: "Flow" }]);
  const file = save("nameless.xml", xml);
  const { stderr } = await runCommand("charts", ["register", file]);
  const { files } = await new StudioSession().add([{ name: "feed.xml", file: new Blob([xml]) }]);
  expect(files.flatMap(({ refusals }) => refusals)).toEqual([{ text: stderr.slice(`${file}: `.length).trimEnd() }]);
});
