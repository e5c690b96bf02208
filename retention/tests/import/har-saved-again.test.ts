import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { deleteChartItem, readChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { createHar, type HarEntry, SECRET, toSpotifyUrl } from "../support/har.ts";
import { importFiles } from "../support/import.ts";
import { compose } from "./formats.ts";

const save = useFolder();

const IDS = ["4rOoJ6Egrf8K2IrywzwOMa", "4rOoJ6Egrf8K2IrywzwOMb"] as const;
const MAP = save("map.csv", IDS.map((id, index) => `${id},again-${index}\n`).join(""));

/** Saves a HAR file whose answers were asked for at a time, if it says when. */
function saveHar(name: string, startedAt: string | undefined, listeners: number, ids: readonly string[] = IDS): string {
  const entries = ids.map((id) => ({
    ...{ url: toSpotifyUrl(id), content: { samples: [listeners, 1], seconds: 2 } },
    ...(startedAt !== undefined && { startedAt }),
  }));
  return save(name, createHar(...entries));
}

/** An answer for the first episode, whose fullest second has so many listeners. */
function answer(listeners: number, startedAt: string, query = "", id: string = IDS[0]): HarEntry {
  return { url: `${toSpotifyUrl(id)}${query}`, content: { samples: [listeners, 1], seconds: 2 }, startedAt };
}

/** Reads an episode's curve from Spotify. */
async function readCurve(index: number): Promise<{ readonly listeners?: number; readonly updatedAt?: string }> {
  return Object((await readChartItem(`again-${index}`))?.["curve:spotify"]);
}

/** Returns the fullest second of an episode's curve: what its file says of the listeners. */
async function readListeners(index: number): Promise<unknown> {
  return (await readCurve(index)).listeners;
}

const [MONDAY, TUESDAY, FRIDAY] = ["2026-11-02T06:00:00Z", "2026-11-03T06:00:00Z", "2026-11-06T06:00:00Z"] as const;

/** Years after anybody runs this. */
const FUTURE = "9999-01-01T00:00:00Z";

beforeEach(async () => {
  for (const index of IDS.keys()) await deleteChartItem(`again-${index}`);
});

describe("an episode in several HAR files", () => {
  const monday = saveHar("monday.har", "2026-11-02T08:00:00.000+02:00", 10);
  const tuesday = saveHar("tuesday.har", "2026-11-02T07:00:00.000Z", 20, IDS.slice(0, 1));
  const friday = saveHar("friday.har", "2026-11-06T08:00:00.000Z", 30, IDS.slice(0, 1));

  it.each([[[monday, friday, tuesday]], [[friday, tuesday, monday]], [[tuesday, monday, friday]]])(
    "has the curve of the one that was saved last, whatever their order, and the import says so",
    async (files) => {
      const { code, stdout, stderr } = await importFiles("--map", MAP, ...files);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^2 charts written .* 0 refused\n$/) });
      expect(await Promise.all([0, 1].map(readListeners))).toEqual([30, 10]);
      for (const file of [monday, tuesday])
        expect(stderr).toContain(`${file}: 1 curve left out: another file has a fuller or later one.\n`);
      expect(stderr).not.toContain(`${friday}: 1 curve left out`);
    },
  );

  it("counts once if the browser saved the same answer in both", async () => {
    const both = [saveHar("once.har", MONDAY, 10, IDS.slice(0, 1)), saveHar("more.har", MONDAY, 10)];
    const { code, stdout } = await importFiles("--map", MAP, ...both);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^2 charts written .* 0 refused\n$/) });
  });

  const undated = saveHar("undated.har", undefined, 40);
  const json = save(`${IDS[0]}.json`, '{"samples":[50,1],"seconds":2}');

  it.each([
    ["a file that does not say when it was saved", [monday, undated]],
    ["an answer of a file of its own", [monday, json]],
    ["such an answer, whatever else was saved later", [monday, json, friday]],
    ["such an answer, first", [json, monday, friday]],
    ["a file that was saved in the future", [monday, saveHar("future.har", FUTURE, 70)]],
  ])("is refused beside %s", async (_, files) => {
    const { code, refusals } = await importFiles("--map", MAP, ...files);
    const problem = [expect.any(String), { guid: "again-0" }, " from spotify too."];
    expect(code).toBe(1);
    expect(refusals.filter(({ code }) => code === "found-twice").length).toBeGreaterThan(1);
    expect(refusals).toContainEqual(fact("found-twice", "", { problem }));
    expect(await readListeners(0)).toBeUndefined();
  });
});

describe("an episode with several answers", () => {
  it.each([
    ["the latest, wherever it is in the file", [answer(10, MONDAY), answer(30, FRIDAY), answer(20, TUESDAY)]],
    ["the latest, if another is of the future", [answer(30, FRIDAY), answer(20, FUTURE)]],
    ["the latest, if another has no date", [answer(30, FRIDAY), answer(20, "yesterday")]],
    ["the last one, if none has a date", [answer(20, "today"), answer(30, "today")]],
    ["that of all, if a later one is of a country", [answer(30, MONDAY), answer(9, FRIDAY, "&country=SE")]],
    ["that of all, if an earlier one is of dates", [answer(9, MONDAY, "&from=1&to=2"), answer(30, MONDAY)]],
    ["the fuller one of two parts", [answer(30, MONDAY, "&country=SE"), answer(9, FRIDAY, "&country=SE&segment=new")]],
  ])("has the curve of %s", async (_, answers) => {
    const { code, stderr } = await importFiles("--map", MAP, save("several.har", createHar(...answers)));
    expect(code).toBe(0);
    expect(stderr).toContain(`: 1 curve, ${answers.length - 1} answer`);
    expect(await readListeners(0)).toBe(30);
  });

  it.each([
    ["whole.har", "part.har"],
    ["part.har", "whole.har"],
    ["part.har", "undated.har", "whole.har"],
  ])("has the curve of all in %s and %s", async (...names) => {
    save("whole.har", createHar(answer(30, MONDAY)));
    save("undated.har", createHar(answer(8, "yesterday", "&country=SE")));
    const part = save("part.har", createHar(answer(9, FRIDAY, "&country=SE")));
    const { code, stderr } = await importFiles("--map", MAP, ...names.map((name) => join(dirname(part), name)));
    expect(code).toBe(0);
    expect(stderr).toContain(`${part}: 1 curve left out: another file has a fuller or later one.\n`);
    expect(await readListeners(0)).toBe(30);
  });
});

describe("an answer of a part", () => {
  const variables = { uri: `spotify:episode:${IDS[1]}`, startDate: "2026-01-01", country: null, [SECRET]: 1 };
  const graphql = {
    url: "https://dashboard.example/graphql",
    method: "POST",
    body: { operationName: "getEpisodePerformanceAllTime", variables },
    content: compose.graphql([
      [0, 2],
      [1, 1],
    ]),
  };
  const youtube = {
    url: `https://youtubeanalytics.googleapis.com/v2/reports?ids=channel==MINE&metrics=audienceWatchRatio&dimensions=elapsedVideoTimeRatio&filters=video==dQw4w9WgXcQ;country==SE`,
    content: compose.youtube([0.01, 1].map((ratio) => [ratio, 1])),
  };

  it.each([
    ["a country", answer(9, MONDAY, "&country=SE"), "country"],
    ["dates and more", answer(9, MONDAY, `&start_date=2026-01-01&${SECRET}=1&x=2`), "start_date and 2 more parameters"],
    ["what nobody knows", answer(9, MONDAY, `&${SECRET}=1`), "1 unknown parameter"],
    ["dates, in GraphQL", graphql, "startDate and 1 more parameter"],
    ["a country, in YouTube's filters", youtube, "country"],
  ])("is imported with a line that names its parameters, without their values: %s", async (_, entry, names) => {
    const file = save("part.har", createHar(entry));
    const { stdout, stderr } = await importFiles("--dry-run", "--guid", "again-0", "--duration", "2", file);
    expect(stdout).toMatch(/^1 chart would be written/);
    expect(stderr).toContain(`The browser asked for 1 curve with ${names}. They may be of some listeners only.`);
    expect(stderr).not.toMatch(/SE\b|2026-01-01|planted/);
  });

  it.each([
    ["an id and a token", answer(9, MONDAY, `&id=7&episodeId=8&access_token=x&api_key=y&${SECRET}`)],
    ["parameters without values", answer(9, MONDAY, "&country=&binary")],
  ])("is none that asked with nothing but %s", async (_, entry) => {
    const { stderr } = await importFiles("--dry-run", "--guid", "again-0", save("all.har", createHar(entry)));
    expect(stderr).not.toContain("The browser asked for");
  });
});

it.each([
  ["ORGANIC", "organic", expect.not.stringContaining("The browser asked for")],
  ["AD_INSTREAM", "ad-instream", expect.stringContaining("The browser asked for 1 curve with audienceType.")],
])("a curve of YouTube's API has its audience: %s", async (filter, audience, said) => {
  const url = `https://youtubeanalytics.googleapis.com/v2/reports?dimensions=elapsedVideoTimeRatio&filters=audienceType==${filter};video==dQw4w9WgXcQ`;
  const file = save("audience.har", createHar({ url, content: compose.youtube([0.01, 1].map((ratio) => [ratio, 1])) }));
  const { stderr } = await importFiles("--guid", `of ${audience}`, "--duration", "100", file);
  expect(stderr).toEqual(said);
  const { stdout } = await runCommand("charts", ["export", `of ${audience}`]);
  expect(JSON.parse(stdout)).toMatchObject({ source: "youtube", audience });
});

describe("the date of a curve", () => {
  it("is the time of its recording", async () => {
    await importFiles("--map", MAP, save("dated.har", createHar(answer(10, "2026-11-02T08:00:00.000+02:00"))));
    expect((await readCurve(0)).updatedAt).toBe("2026-11-02T06:00:00.000Z");
  });

  it.each([FUTURE, "", "2001"])("is that of the import, if the HAR file says %j", async (startedAt) => {
    const before = new Date().toISOString();
    await importFiles("--map", MAP, save("undated.har", createHar(answer(10, startedAt))));
    const { updatedAt = "" } = await readCurve(0);
    expect(updatedAt >= before && updatedAt <= new Date().toISOString()).toBe(true);
  });

  it("tells the report that the curve is young", async () => {
    const feed = save(
      "feed.xml",
      `<rss><channel><title>Tides</title><item><title>On tides</title>
      <guid>again-0</guid><pubDate>Sun, 01 Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>`,
    );
    await importFiles("--map", MAP, save("young.har", createHar(answer(10, TUESDAY))));
    const findings = join(dirname(feed), "findings.json");
    const out = join(dirname(feed), "report.html");
    await runCommand("charts", ["report", "--feed", feed, "--out", out, "--findings", findings]);
    expect(readFileSync(findings, "utf8")).toContain("This curve is of 2 days after publication");
  });
});
