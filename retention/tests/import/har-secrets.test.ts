import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { readChartItems } from "../../../tests/support/tables.ts";
import { readDocuments } from "../../sources/import/documents.ts";
import { runCommand } from "../support/command.ts";
import { createHar, type HarEntry, SECRET, toSpotifyUrl } from "../support/har.ts";

const save = useFolder();

const SAMPLES = new URL("formats/", import.meta.url);

/** What names an episode is no secret: its ids, its GUID and its title are said and stored. */
const NAMES = /^(?:guid|.*id|title|name|uri|episode|\d+|urn:.*|episode-guid-\d+)$/i;

/** Returns copies of a value with a secret in the place of each part and of each member's name, and one with more members. */
function plant(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [SECRET, { [SECRET]: SECRET }];
  const entries = Object.entries(value);
  const rebuild = (changed: [string, unknown][]) =>
    Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
  const within = entries.flatMap(([name, each], at) =>
    (NAMES.test(name) && !Array.isArray(value) && typeof each !== "object" ? [] : plant(each)).map((planted) =>
      rebuild(entries.with(at, [name, planted])),
    ),
  );
  if (Array.isArray(value)) return [SECRET, ...within];
  const renamed = entries.flatMap(([name, each], at) =>
    NAMES.test(name) ? [] : [rebuild(entries.with(at, [SECRET, each]))],
  );
  const errors = { error: SECRET, message: SECRET, errors: [{ message: SECRET }] };
  return [...within, ...renamed, { ...value, [SECRET]: SECRET }, { ...value, ...errors }, errors];
}

/** Returns copies of a table with a secret in the place of each cell. */
function plantCells(text: string): string[] {
  return [...text.matchAll(/[^,\r\n]+/g)].map(
    ({ 0: cell, index }) => text.slice(0, index) + SECRET + text.slice(index + cell.length),
  );
}

/** Finds a secret, with what is around it. A pattern would take minutes for a large text without line breaks. */
function findSecret(text: string): string | undefined {
  const at = text.indexOf(SECRET);
  return at === -1 ? undefined : text.slice(Math.max(0, at - 200), at + 99);
}

/** An answer for each secret in each sample of a format, and those samples as they are. */
const entries: HarEntry[] = readdirSync(SAMPLES).flatMap((name, sample) => {
  const text = readFileSync(new URL(name, SAMPLES), "utf8");
  const isTable = name.endsWith(".csv");
  // GUIDs are in no sample of a table.
  const contents = isTable ? plantCells(text) : plant(JSON.parse(text));
  const id = `4rOoJ6Egrf8K2IrywzwO${String(sample).padStart(2, "0")}`;
  return [text, ...contents].map((content) => ({ url: `${toSpotifyUrl(id)}&${SECRET}=${SECRET}`, content }));
});

const FEED = save(
  "feed.xml",
  "<rss><channel><title>Tides</title><item><title>On tides</title><guid>urn:tides</guid></item></channel></rss>",
);

describe("a secret in any part of an answer in a HAR file", () => {
  it("is in nothing that a command prints, writes or stores", async () => {
    const har = save("secrets.har", createHar(...entries));
    const [map, report, findings] = ["map.csv", "report.html", "findings.json"].map((name) => join(dirname(har), name));
    const drafted = await runCommand("charts", ["map", "--feed", FEED, har]);
    save(
      "map.csv",
      drafted.stdout.replaceAll(/^([^#,\n]+),$/gm, (_, key) => `${key},of-${key.slice(-40)}`),
    );
    const options = ["--map", `${map}`, "--duration", "600", "--same-duration", "--missing", "zero", har];
    const outcomes = [
      drafted,
      await runCommand("charts", ["import", "--dry-run", "--json", ...options]),
      await runCommand("charts", ["import", ...options]),
      await runCommand("charts", ["export", "--all"]),
      await runCommand("charts", ["report", "--all", "--out", `${report}`, "--findings", `${findings}`]),
    ];
    const items = await readChartItems();
    expect(items.length).toBeGreaterThan(3);
    const files = [map, report, findings].map((file) => readFileSync(`${file}`, "utf8"));
    for (const text of [...outcomes.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...files, JSON.stringify(items)])
      expect(findSecret(text)).toBeUndefined();
  });

  it("is in no temporary file", async () => {
    // More than 32 MB of points.
    const samples = Array.from({ length: 400_000 }, () => 7);
    const large = Array.from({ length: 6 }, (_, at) => ({
      url: toSpotifyUrl(`4rOoJ6Egrf8K2IrywzwO${String(at).padStart(2, "0")}`),
      content: { samples, max: 7, [SECRET]: SECRET, error: SECRET },
    }));
    const head = Buffer.from(createHar(...entries, ...large));
    async function* chunks() {
      yield head;
    }
    for await (const { curves } of readDocuments({ head, chunks: chunks() }, undefined)) {
      if (curves.length === 0) continue;
      const open = readdirSync("/proc/self/fd").filter((fd) => isTemporary(`/proc/self/fd/${fd}`));
      expect(open).toHaveLength(1);
      const text = readFileSync(`/proc/self/fd/${open[0]}`, "latin1");
      expect(findSecret(text)).toBeUndefined();
      break;
    }
  });
});

/** Checks for a temporary file, which has no name any more. */
function isTemporary(fd: string): boolean {
  try {
    return readlinkSync(fd).endsWith("/charts (deleted)");
  } catch {
    return false;
  }
}
