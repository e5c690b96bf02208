import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { composeFeed, composeFeedOf } from "../../../tests/support/feed.ts";
import { type Outcome, useFolder } from "../../../tests/support/process.ts";
import { loadGuidMap } from "../../cli/import/import-options.ts";
import { runCommand, runScript } from "../support/command.ts";
import { importFiles } from "../support/import.ts";

const save = useFolder();

async function map(...args: string[]): Promise<Outcome> {
  return runCommand("charts", ["map", ...args]);
}

function harborfm(titles: readonly string[]): string {
  const buckets = [{ bucket: 0, clients: 4, pct: 100 }];
  const episodes = titles.map((title, index) => ({ id: `id${index}`, title }));
  return JSON.stringify({ episodes, retentionByEpisode: episodes.map(({ id }) => ({ episodeId: id, buckets })) });
}

const FEED = `<rss><channel>
  <item><title>On tides</title><guid>urn:tides</guid></item>
  <item><title><![CDATA[Q&A, "live"]]></title><guid>urn:q,a</guid></item>
  <item><title>Trailer</title><guid>urn:trailer-1</guid><pubDate>Sun, 01 Mar 2026 07:00:00 +0100</pubDate></item>
  <item><title>Trailer</title><guid>urn:trailer-2</guid></item>
  <item><guid>https://h.test/:episode:id5</guid></item>
  <item><title>Without a GUID</title></item>
  <item><title><![CDATA[ Without a GUID ]]></title><guid>urn:with</guid></item>
</channel></rss>`;

const SPOTIFY = '{"samples":[2,1],"seconds":2}';

describe("charts -- map", () => {
  it("prints a line for each curve without a GUID, with the GUID if exactly one title of the feed matches", async () => {
    const titles = ["On tides", 'Q&A, "live"', "Trailer", "on: TIDES!", "Without a GUID", "found by its GUID"];
    const files = [
      save("harborfm.json", harborfm(titles)),
      save("a key, with a comma.json", SPOTIFY),
      save("op3.json", readFileSync(new URL("formats/op3.json", import.meta.url))),
      save("chart.json", '{"guid":"g","duration":1,"data":[{"time":0,"percentage":1}]}'),
      save("sessions.json", '{"session_id":"s","episodeGUID":"g","data":[]}'),
    ];
    expect(await map("--feed", save("feed.xml", FEED), ...files)).toEqual({
      code: 0,
      stdout: [
        "key,guid",
        `# ${files[0]}, id in the file: On tides`,
        "id0,urn:tides",
        `# ${files[0]}, id in the file: Q&A, "live"`,
        'id1,"urn:q,a"',
        `# ${files[0]}, id in the file: Trailer`,
        "id2,",
        `# ${files[0]}, id in the file: on: TIDES!`,
        "id3,urn:tides",
        `# ${files[0]}, id in the file: Without a GUID`,
        "id4,",
        `# ${files[1]}, name of the file`,
        '"a key, with a comma",',
        "# Episodes of the feed to choose from:",
        "# ----------  urn:tides  On tides",
        '# ----------  urn:q,a  Q&A, "live"',
        "# 2026-03-01  urn:trailer-1  Trailer",
        "# ----------  urn:trailer-2  Trailer",
        "# ----------  https://h.test/:episode:id5  (no <title>)",
        "# ----------  urn:with  Without a GUID\n",
      ].join("\n"),
      stderr: [
        "Left out of the feeds, because they have no <guid>, or several: 1 item.\n",
        "GUIDs found by title: 3, to be completed: 3\n",
      ].join(""),
    });
  });

  it("prints the episodes to choose from that the platform lacks whose line is to be completed", async () => {
    const tides = save("tides.json", '{"guid":"urn:tides","duration":1,"data":[{"time":0,"percentage":1}]}');
    const { stdout } = await map("--feed", save("feed.xml", FEED), tides, save("unknown.json", SPOTIFY));
    expect(stdout).toContain("  urn:tides  On tides\n");
    const both = [save("on-tides.json", SPOTIFY), save("unknown.json", SPOTIFY)];
    expect((await map("--feed", save("feed.xml", FEED), ...both)).stdout).not.toContain("  urn:tides  On tides\n");
  });

  it("prints only the lines that a map lacks, to be added to it, also if its last line has not ended", async () => {
    const files = [save("on-tides.json", SPOTIFY), save("new.json", SPOTIFY), save("named by me.json", SPOTIFY)];
    const lines = "key,guid\nnamed by me,urn:q";
    const { code, stdout } = await map("--feed", save("feed.xml", FEED), "--map", save("map.csv", lines), ...files);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^\n# .*, name of the file\non-tides,urn:tides\n# .*, name of the file\nnew,\n# Episodes of the feed to choose from:\n/,
      ),
    });
    const longer = save("longer.csv", `${lines}${stdout}`.replace("new,", "new,urn:new"));
    expect(await importFiles("--dry-run", "--map", longer, ...files)).toMatchObject({ code: 0, stderr: "" });
    expect((await map("--map", longer, ...files)).stdout).toBe("");
  });

  it("prints no line again that a map has, unless a title of the feed has its GUID by now", async () => {
    const files = [save("on-tides.json", SPOTIFY), save("unknown.json", SPOTIFY)];
    const empty = (await map(...files)).stdout;
    const lines = save("map.csv", empty);
    expect(await map("--map", lines, ...files)).toEqual({
      code: 0,
      stdout: "",
      stderr: "GUIDs found by title: 0, to be completed: 2 (2 in the map already)\n",
    });
    const { stdout, stderr } = await map("--feed", save("feed.xml", FEED), "--map", lines, ...files);
    expect(stdout).toMatch(/^\n# .*, name of the file\non-tides,urn:tides\n$/);
    expect(stderr).toContain("GUIDs found by title: 1, to be completed: 1 (1 in the map already)\n");
    const longer = save("longer.csv", `${empty}${stdout}`);
    expect([...(await loadGuidMap(longer))]).toEqual([
      ["on-tides", "urn:tides"],
      ["unknown", ""],
    ]);
  });

  it("takes the title from the name of a file with one curve, and from no name that several titles have", async () => {
    const feed = `<rss><channel>
      <item><title>Q&amp;A: “Ebb” — Über 2</title><guid>urn:ebb</guid></item>
      <item><title>Trailer</title><guid>urn:trailer-1</guid></item>
      <item><title>trailer!</title><guid>urn:trailer-2</guid></item>
      <item><title>Pair</title><guid>urn:pair</guid></item>
      <item><title>!</title><guid>urn:marks</guid></item>
    </channel></rss>`;
    const pair = { buckets: [{ bucket: 0, clients: 4, pct: 100 }] };
    const files = [
      save("q_a ebb über-2.json", SPOTIFY),
      save("Trailer.json", SPOTIFY),
      save("pair.json", JSON.stringify({ retentionByEpisode: [1, 2].map((id) => ({ ...pair, episodeId: `p${id}` })) })),
      save("?.json", SPOTIFY),
    ];
    const { code, stdout } = await map("--feed", save("feed.xml", feed), ...files);
    expect({ code, lines: stdout.split("\n").filter((line) => !line.startsWith("#")) }).toEqual({
      code: 0,
      lines: ["key,guid", "q_a ebb über-2,urn:ebb", "Trailer,", "p1,", "p2,", "?,", ""],
    });
  });

  it("suggests the one episode that has a title's words, in a comment, unless a curve of the platform has it", async () => {
    const items = ["Ep. 1 – Ebb & flow", "Ep. 2 – Salt", "Ep. 3 – Letters", "Ep. 4 – Letters", "Ep. 5 – Fog"].map(
      (title, index) => ({ title, guid: `urn:${index + 1}` }),
    );
    const feed = save("suggested.xml", composeFeed(items));
    const file = save(
      "suggested.json",
      harborfm(["#1 Ebb & Flow", "Salt (clip)", "Letters", "#5 Fog", "Fog (full episode)"]),
    );
    const { stdout } = await map("--feed", feed, file);
    const lines = stdout.split("\n").filter((line) => !/^# -/.test(line));
    expect(lines).toEqual([
      "key,guid",
      `# ${file}, id in the file: #1 Ebb & Flow`,
      "# Perhaps: ----------  urn:1  Ep. 1 – Ebb & flow",
      "id0,",
      ...["Salt (clip)", "Letters", "#5 Fog", "Fog (full episode)"].flatMap((title, index) => [
        `# ${file}, id in the file: ${title}`,
        `id${index + 1},`,
      ]),
      "# Episodes of the feed to choose from:",
      "",
    ]);
    expect(await importFiles("--dry-run", "--map", save("suggested.csv", stdout), file)).toMatchObject({ code: 1 });
  });

  it("prints a map with comments that import skips, and quotes a key that looks like one", async () => {
    const file = save("# 5.json", SPOTIFY);
    const { stdout } = await map("--feed", save("feed.xml", FEED), file);
    expect(stdout).toMatch(
      /^key,guid\n# .*\n"# 5",\n# Episodes of the feed to choose from:\n# .*urn:tides {2}On tides\n/,
    );
    const lines = save("map.csv", stdout.replace('"# 5",', '"# 5",mapped'));
    expect(await importFiles("--dry-run", "--map", lines, file)).toMatchObject({ code: 0, stderr: "" });
  });

  it("prints nothing that a spreadsheet runs, and import reads what it printed", async () => {
    const names = ["=1+1", "'=1", "-x", "@sum", "+1;=2"];
    const files = names.map((name) => save(`${name}.json`, SPOTIFY));
    const item = (title: string, guid: string) => `<item><title>${title}</title><guid>${guid}</guid></item>`;
    const feed = `<rss><channel>${item("-x", "=HYPERLINK(1)")}${item('Left, "=A1"', "urn:left;@y")}</channel></rss>`;
    const { stdout } = await map("--feed", save("feed.xml", feed), ...files);
    expect(stdout.split("\n")).toEqual([
      "key,guid",
      `# ${files[0]}, name of the file`,
      "'=1+1,",
      `# ${files[1]}, name of the file`,
      "''=1,",
      `# ${files[2]}, name of the file`,
      "'-x,'=HYPERLINK(1)",
      `# ${files[3]}, name of the file`,
      "'@sum,",
      `# ${files[4]?.replace("=", "'=")}, name of the file`,
      `"'+1;'=2",`,
      "# Episodes of the feed to choose from:",
      `# ----------  urn:left;'@y  Left, "'=A1"`,
      "",
    ]);
    const lines = stdout.replaceAll(/,$/gm, () => `,urn:mapped:${Math.random()}`);
    const { code, stderr } = await importFiles("--dry-run", "--map", save("map.csv", lines), ...files);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const completed = [...(await loadGuidMap(save("map.csv", stdout)))].filter(([, guid]) => guid !== "");
    expect(completed).toEqual([["-x", "=HYPERLINK(1)"]]);
  });

  it.each([
    ["a key", "\u001b[2J", "urn:x"],
    ["a key with C1 characters", "\u009b31m", "urn:x"],
    ["a GUID of the feed", "", "urn:\u009b31m"],
  ])("prints no control characters of %s, which is refused by name", async (_, name, guid) => {
    const item = `<item><title>Forged</title><guid>${guid}</guid></item>`;
    const feed = save("feed.xml", `<rss><channel>${item}</channel></rss>`);
    const file = save("op3.json", harborfm(["Forged", "On tides"]).replaceAll('"id0"', JSON.stringify(`id0${name}`)));
    const { code, stdout, stderr } = await map("--feed", feed, file);
    expect({ code, keys: stdout.match(/^[^#].*$/gm) }).toEqual({ code: 1, keys: ["key,guid", "id1,"] });
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stderr).toContain("has control characters, which no platform gives to an episode.");
  });

  it("reports what it can't map, and maps the rest", async () => {
    const bad = [save("page.html", "<!doctype html>"), save("zeros.json", '{"samples":[0,0],"max":0}')];
    const args = ["map", ...bad, "/no/such/file", "-", save("rest.json", SPOTIFY)];
    const { code, stdout, stderr } = await runScript("charts", args, { input: SPOTIFY });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^key,guid\n# .*rest\.json, name of the file\nrest,\n$/);
    for (const problem of [
      "page.html: It is a web page, and no report with data. ",
      "zeros.json: All values of the curve are 0. ",
      "/no/such/file: There is no such file.\n",
      "\n-: The curve has no GUID, and the standard input has no file name",
    ])
      expect(stderr).toContain(problem);
  });
});

describe("charts -- episodes", () => {
  it("lists the episodes of a feed: date, GUID, title", async () => {
    const { code, stdout } = await runCommand("charts", ["episodes", save("feed.xml", FEED)]);
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "----------  urn:tides  On tides",
      '----------  urn:q,a  Q&A, "live"',
      "2026-03-01  urn:trailer-1  Trailer",
    ]);
  });

  it("prints nothing of a title that a terminal would obey", async () => {
    const feed = save("feed.xml", "<rss><channel><item><title>a&#x9b;31mb\n c</title></item></channel></rss>");
    const { stdout } = await runCommand("charts", ["episodes", feed]);
    expect(stdout).not.toContain("\u009b");
    expect(stdout).toContain("b c");
  });
});

it("prints the key of a file whose name begins with a space, without episodes to choose from, and import finds it", async () => {
  const rows = Array.from({ length: 101 }, (_, at) => `\n${at},50`);
  const table = save(" On tides.csv", `Video position (%),Absolute audience retention (%)${rows.join("")}`);
  const feed = save(
    "spaced.xml",
    composeFeedOf({ "urn:spaced": 60 }).replace("<item>", "<item><title>On tides</title>"),
  );
  const { stdout } = await map("--feed", feed, table);
  expect(stdout).toBe(`key,guid\n# ${table}, name of the file\n On tides,urn:spaced\n`);
  const outcome = await importFiles("--feed", feed, "--map", save("spaced.csv", stdout), table);
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 chart written/) });
});
