import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import { drawPage } from "../../report/make/page.ts";
import { addSavedData } from "../../sources/import/saved-report.ts";
import { Pace } from "../../studio/pace.ts";
import { StudioSession } from "../../studio/session.ts";
import type { View } from "../../studio/view.ts";
import { createZip } from "../support/zip.ts";
import { HARS, makeFeed, makeTable } from "./studio.ts";

const HASHES = { guard: "sha256-", script: "sha256-", style: "sha256-" };

function make(name: string, content: string | Uint8Array) {
  return { name, file: new Blob([typeof content === "string" ? content : Uint8Array.from(content)]) };
}

type Files = Parameters<StudioSession["add"]>[0];

/** Begins a session with files. Returns it with what it shows. */
async function begin(...files: Files) {
  const session = new StudioSession();
  return { session, view: await session.add(files) };
}

async function saveReport(session: StudioSession): Promise<string> {
  const { heading, report } = await session.computeReport();
  return addSavedData(
    [...drawPage(heading, report, { script: "", style: "", hashes: HASHES })].join(""),
    session.keep(),
  );
}

/** Composes a saved report of any data. */
function forge(data: unknown, lines = ""): string {
  const gzip = gzipSync(`${JSON.stringify(data)}\n${lines}`).toString("base64");
  return `<!doctype html><body><script type="application/json" id="studio">${JSON.stringify({ version: 1, gzip })}</script></body></html>`;
}

/** The curves that a session has, without when they were read. */
function listCurves(session: StudioSession): Readonly<Record<string, unknown>>[] {
  const lines = session.keep().lines.split("\n").slice(0, -1);
  return lines.map((line) => ({ ...JSON.parse(line), updatedAt: undefined }));
}

/** The last point of each curve, by its episode and platform. */
function listEnds(session: StudioSession): Record<string, unknown> {
  return Object.fromEntries(
    listCurves(session).map(({ guid, source, data }) => [
      `${guid} ${source}`,
      Array.isArray(data) ? Math.round(data.at(-1).percentage) : undefined,
    ]),
  );
}

function listRefusals({ files }: View): string[] {
  return files.flatMap(({ refusals }) => refusals.map(({ text }) => text));
}

const listNames = ({ files }: View) => files.map(({ id }) => id);

const FEED = make("feed.xml", makeFeed());
const SPOTIFY = make("spotify.har", readFileSync(join(HARS, "chrome-spotify.har")));
const APPLE = make("apple.har", readFileSync(join(HARS, "chrome-apple.har")));
const TIDE = "“Tide 1: the “harbour” & its clocks”";
const CHART = { guid: "urn:example:tides-1", duration: 60, data: [{ time: 0, percentage: 100 }] };

describe("what is advised for a file", () => {
  it("stands with that file, whatever the names of others", async () => {
    const doubted =
      '{"guid":"x","duration":9000,"data":[{"time":0,"percentage":1},{"time":1,"percentage":1},{"time":2,"percentage":1}]}';
    const plain = '{"guid":"y","duration":2,"data":[{"time":0,"percentage":100},{"time":1,"percentage":90}]}';
    const names = ["a", "a: b.json", "a:1", "a:1: c.json"];
    for (const name of names) {
      const files = names.map((each, index) => make(each, each === name ? doubted : plain.replace("y", `y${index}`)));
      const { files: shown } = (await begin(...files)).view;
      const advised = shown.filter(({ lines }) => lines.some((line) => line.includes("all below 5")));
      expect(advised.map(({ id }) => id)).toEqual([name]);
    }
  });
});

describe("a feed", () => {
  const CURVE = make("Tide 1.csv", makeTable());

  it("names its dates that can't be read", async () => {
    const item = "<item><guid>g</guid><pubDate>05/06/2026</pubDate></item>";
    const { view } = await begin(make("feed.xml", makeFeed().replace("<item>", `${item}<item>`)));
    expect(view.files[0]?.lines).toEqual([
      "Feed: 4 episodes",
      `1 date in the feed can't be read, the first "05/06/2026". Write dates as "Tue, 01 Sep 2026 12:00:00 +0200".`,
    ]);
  });

  it("says that it goes on, and is one show with its other pages", async () => {
    const page = (rel: string, address: string, titles: readonly string[]) =>
      makeFeed(titles).replace("<item>", `<atom:link rel="${rel}" href="${address}"/><item>`);
    const first = make("feed.xml", page("next", "?page=2", ["Tide 1"]));
    const second = make("feed-2.xml", page("prev", "?page=1", ["Tide 2"]).replaceAll("tides-1", "tides-2"));
    const { view } = await begin(first, second, CURVE);
    const said = "This feed goes on: it is one of several pages. Drop the others, too.";
    expect(view.files.slice(0, 2).map(({ lines }) => lines)).toEqual([
      ["Feed: 1 episode", said],
      ["Feed: 1 episode", said],
    ]);
    expect([view.mixed, view.hasReport]).toEqual([[], true]);
  });

  it("that gives one GUID to several episodes has no chart of them", async () => {
    const audio = (number: number) => `<enclosure url="https://e.test/${number}"/></item>`;
    let number = 0;
    const feed = makeFeed(["Tide 1", "Tide 2"])
      .replaceAll(/tides-\d/g, "tides")
      .replaceAll("</item>", () => audio(number++));
    const { view } = await begin(make("feed.xml", feed), CURVE);
    expect(listRefusals(view).join()).toContain("The feed has this GUID for several episodes, such as");
    expect(view.hasReport).toBe(false);
  });

  it("of another format of the show shares its episodes", async () => {
    const own = (name: string) =>
      makeFeed(["Tide 1"]).replace("<item>", `<link>https://e.test</link><atom:link rel="self" href="${name}"/><item>`);
    const { view } = await begin(
      make("mp3.xml", own("https://e.test/mp3")),
      make("opus.xml", own("https://e.test/opus")),
      CURVE,
    );
    expect([listRefusals(view), view.hasReport]).toEqual([[], true]);
    const { view: rivals } = await begin(
      make("one.xml", makeFeed(["Tide 1"])),
      make("two.xml", makeFeed(["Tide 1"])),
      CURVE,
    );
    expect(listRefusals(rivals).join()).toContain("Two feeds have this GUID, one.xml and two.xml.");
  });

  it("has its own words where it has no duration, which can be typed", async () => {
    const feed = make("feed.xml", makeFeed(["Tide 1"]).replace(">60<", ">45 min<"));
    const { view } = await begin(feed, CURVE);
    const [refusal] = view.files.flatMap(({ refusals }) => refusals);
    expect(refusal?.text).toContain('The feed says "45 min", which is no duration.');
    expect(refusal?.remedy?.kind).toBe("duration");
  });
});

describe("a saved report", () => {
  it("is the same after three months without new files", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    let page = await saveReport(session);
    const { savedAt: _, ...first } = session.keep();
    for (let month = 1; month <= 3; month++) {
      const { session: next } = await begin(make("saved.html", page));
      const { savedAt: __, ...kept } = next.keep();
      expect(kept).toEqual(first);
      page = await saveReport(next);
    }
  });

  it("keeps the zone of a date, by which a curve is young or not", async () => {
    const published = makeFeed().replaceAll(
      "</item>",
      "<pubDate>Thu, 05 Mar 2026 23:00:00 -0830 (at home)</pubDate></item>",
    );
    const { session } = await begin(make("feed.xml", published), SPOTIFY);
    expect(session.keep().feeds[0]?.items[0]?.pubDate).toBe("2026-03-05T00:00-08:30");
  });

  describe("holds what the report shows, and nothing else of", () => {
    const AUDIO = "https://user:PASSWORD@example.com/1.mp3?auth=KEY#SECRET";
    const EPISODE = `<enclosure url="${AUDIO}"/><pubDate>Mon, 01 Jun 2026 08:00:00 GMT (KEY)</pubDate>
      <podcast:chapters url="https://example.com/KEY.json" type="application/json+chapters"/>
      <psc:chapters><psc:chapter start="0:01" title="Ebb" href="https://example.com/?KEY" image="https://example.com/KEY"/>
      <psc:chapter start="KEY" title="KEY"/><psc:chapter start="0:02" title=" "/></psc:chapters></item>`;
    const PRIVATE = make(
      "KEY.xml",
      makeFeed(["One", "UNPUBLISHED", "Three"])
        .replace("<channel>", '<channel><atom:link rel="self" href="https://example.com/KEY"/><link>https://KEY</link>')
        .replace("</item>", EPISODE),
    );
    const CURVES = make(
      "KEY.jsonl",
      [
        { guid: "urn:STRANGER" },
        { feeds: ["https://example.com/feed?KEY"], counts: [1, 1], listeners: 2, source: "sessions" },
      ]
        .map((more) => `${JSON.stringify({ version: 1, ...CHART, ...more })}\n`)
        .join(""),
    );
    const SECRETS = /KEY|PASSWORD|SECRET|STRANGER|UNPUBLISHED/;
    const readAll = (session: StudioSession) => JSON.stringify(session.keep());

    it("a feed, and of other people's curves", async () => {
      const { session } = await begin(PRIVATE, CURVES);
      expect((await session.computeReport()).report.episodes).toHaveLength(1);
      expect(await saveReport(session)).not.toMatch(SECRETS);
      const { feeds, lines } = session.keep();
      expect(feeds).toEqual([
        {
          name: "",
          title: "On tides",
          items: [
            {
              guid: "urn:example:tides-1",
              title: "One",
              duration: 60,
              pubDate: "2026-06-01",
              enclosure: "https://example.com/1.mp3",
              chapters: [
                { start: "0:01", title: "Ebb" },
                { start: "", title: "" },
                { start: "0:02", title: "" },
              ],
            },
          ],
        },
      ]);
      expect(readAll(session)).not.toMatch(SECRETS);
      expect(lines).toContain('"listeners":2');
    });

    it("a file that was saved with all of the feed before", async () => {
      const items = [
        {
          guid: "urn:example:tides-1",
          title: "One",
          enclosure: AUDIO,
          chaptersUrl: "https://KEY",
          KEY: "KEY",
          pubDate: "KEY",
        },
        { guid: "urn:UNPUBLISHED", title: "UNPUBLISHED", chapters: [] },
      ];
      const chapters = [
        { start: "0:01", title: "Ebb", url: "https://KEY", img: "https://KEY" },
        { start: "KEY", title: "KEY" },
      ];
      const feeds = [
        { name: "KEY.xml", title: "On tides", link: "https://KEY", items: [{ ...items[0], chapters }, items[1]] },
      ];
      const old = {
        savedAt: "SECRET",
        KEY: 1,
        feeds,
        choices: [["KEY", "urn:UNPUBLISHED"]],
        durations: [["urn:KEY", 9]],
      };
      const { session } = await begin(make("old.html", forge(old, await CURVES.file.text())));
      expect(readAll(session)).not.toMatch(SECRETS);
      expect(session.keep().feeds[0]?.items).toMatchObject([
        { enclosure: "https://example.com/1.mp3", pubDate: undefined },
      ]);
    });

    it("files that were taken away: no choice, and not that their curve is left out", async () => {
      const { session } = await begin(FEED, ...["a", "KEY", "SECRET"].map((name) => make(`${name}.csv`, makeTable())));
      await session.choose("a", "urn:example:tides-1");
      await session.choose("KEY", "urn:example:tides-2");
      await session.choose("SECRET", "");
      expect(session.keep().choices).toHaveLength(3);
      const saved = make("saved.html", await saveReport(session));
      await session.remove(["KEY.csv"]);
      await session.remove(["SECRET.csv"]);
      expect(session.keep().choices).toEqual([["a", "urn:example:tides-1"]]);
      const { session: next } = await begin(saved, make("SECRET.csv", makeTable()));
      expect(next.keep().choices).toHaveLength(3);
      await next.remove(["SECRET.csv"]);
      expect(next.keep().choices.map(([key]) => key)).toEqual(["a", "KEY"]);
    });

    it("the audio, if that is left out", async () => {
      const { session } = await begin(PRIVATE, CURVES);
      expect(session.keep(false).feeds[0]?.items[0]?.enclosure).toBeUndefined();
    });
  });

  it("is all there is until something comes, goes or is chosen that it would hold", async () => {
    const feed = make("feed.xml", makeFeed(["Ebb", "Flow"]));
    const [table, other] = [make("Ebb.csv", makeTable()), make("final.csv", makeTable())];
    const { session } = await begin(feed, table, other);
    expect(session.view().isSaved).toBe(false);
    const saved = make("saved.html", await saveReport(session));
    const photo = make("IMG_1.jpg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0));
    const nothing = [photo, make("plays.csv", "Date,Plays\n1,2\n"), make("feed.xml", "<!doctype html>"), feed, table];
    for (const file of nothing) expect([file.name, (await session.add([file])).isSaved]).toEqual([file.name, true]);
    const changes = [
      () => session.choose("final", "urn:example:tides-2"),
      () => session.add([make("Ebb.csv", makeTable(20))]),
      () => session.add([make("Ebb.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello.")]),
      () => session.remove(["Ebb.vtt"]),
    ];
    for (const change of changes) {
      session.keep();
      expect([`${change}`, (await change()).isSaved]).toEqual([`${change}`, false]);
    }
    session.keep();
    await session.choose("final", "");
    expect((await session.choose("final", "urn:example:tides-2")).isSaved).toBe(true);
    const next = new StudioSession();
    await next.add([saved]);
    expect((await next.add(nothing.slice(0, 2))).isSaved).toBe(true);
    expect((await next.add([make("Ebb.csv", makeTable(20))])).isSaved).toBe(false);
  });

  it("gives way where a platform and an episode come again, and keeps choices and what was left out", async () => {
    const { session } = await begin(FEED, make("a.csv", makeTable(50)), make("b.csv", makeTable(50)));
    await session.choose("a", "urn:example:tides-1");
    await session.choose("b", "");
    const saved = make("saved.html", await saveReport(session));
    const newer = ["a.csv", "b.csv"].map((name) => make(name, makeTable(10)));
    const { session: next, view: asked } = await begin(saved, ...newer, SPOTIFY, FEED);
    expect(asked.notes).toBe("");
    expect(listEnds(next)["urn:example:tides-1 youtube"]).toBe(51);
    expect(
      asked.nameless.filter(({ isEarlier }) => isEarlier).map(({ key, guid, suggested }) => [key, guid, suggested]),
    ).toEqual([
      ["a", undefined, "urn:example:tides-1"],
      ["b", undefined, ""],
    ]);
    const view = await next.acceptAll();
    expect(view.notes).toBe("Replaced: the saved curve of “Tide 1: the “harbour” & its clocks” (YouTube).");
    expect(listEnds(next)).toMatchObject({ "urn:example:tides-2 spotify": expect.any(Number) });
    expect(view.nameless.map(({ key, guid }) => [key, guid])).toEqual(
      expect.arrayContaining([
        ["a", "urn:example:tides-1"],
        ["b", ""],
      ]),
    );
    expect(listEnds(next)["urn:example:tides-1 youtube"]).toBe(11);
  });

  it("keeps what was chosen for an id or by a title, and asks again for the name of a file, which may be another one's by now", async () => {
    const files = ["dQw4w9WgXcQ.csv", "Retention (3).csv", "On fog.csv"].map((name) => make(name, makeTable()));
    const feed = make("feed.xml", makeFeed(["Café", "On tides", "On fog"]));
    const { session } = await begin(feed, ...files);
    await session.choose("dQw4w9WgXcQ", "urn:example:tides-2");
    await session.choose("Retention (3)", "urn:example:tides-1");
    const saved = make("saved.html", await saveReport(session));
    const newer = files.map(({ name }) => make(name, makeTable(10)));
    const { session: next, view } = await begin(saved, ...newer);
    expect(view.nameless.map(({ key, guid, suggested, isEarlier }) => [key, guid ?? suggested, isEarlier])).toEqual([
      ["dQw4w9WgXcQ", "urn:example:tides-2", undefined],
      ["Retention (3)", "urn:example:tides-1", true],
      ["On fog", "urn:example:tides-3", undefined],
    ]);
    expect(view.notes).toBe("Replaced: the saved curve of “On tides” (YouTube), and 1 other.");
    expect(next.keep().choices).toContainEqual(["Retention (3)", "urn:example:tides-1"]);
    const other = await next.choose("Retention (3)", "");
    expect(other.nameless[1]?.guid).toBe("");
  });

  it.each([
    ["now the title of a new episode", "On fog.csv", ["Café", "On tides", "On fog"]],
    ["of 11 characters, and no id", "YouTube-All.csv", ["Café", "On tides"]],
  ])("asks again for the name of a file that is %s", async (_, name, titles) => {
    const { session } = await begin(make("feed.xml", makeFeed(["Café", "On tides"])), make(name, makeTable()));
    await session.choose(name.slice(0, -".csv".length), "urn:example:tides-2");
    const saved = make("saved.html", await saveReport(session));
    const { view } = await begin(saved, make("feed.xml", makeFeed(titles)), make(name, makeTable(10)));
    expect(view.nameless).toMatchObject([{ suggested: "urn:example:tides-2", isEarlier: true }]);
    expect(view.nameless[0]?.guid).toBeUndefined();
  });

  it("is what a report of new files is compared with, unless it is of other episodes", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const saved = await saveReport(session);
    const findSince = async (page: string, ...files: Files) => {
      const { session: next, view } = await begin(make("saved.html", page), ...files);
      const { changes } = await next.computeReport();
      return { kinds: changes?.items.map(({ kind }) => kind), line: view.files[0]?.lines[1] };
    };
    expect((await findSince(saved, APPLE)).kinds).toContain("joined");
    expect((await findSince(saved)).kinds).toBeUndefined();
    const others = saved.replaceAll("tides-", "winds-").replaceAll("Tide ", "Wind ");
    expect((await findSince(others, APPLE)).kinds).toBeUndefined();
    const later = await findSince(saved.replace('id="findings">{"version":', 'id="findings">{"version":9'), APPLE);
    for (const found of [later, await findSince(saved.replace('"told":[]', '"told":{}'), APPLE)]) {
      expect(found.kinds).toBeUndefined();
      expect(found.line).toBe(
        "What has changed since can't be told: what this report says is of a later version or date, or damaged.",
      );
    }
  });

  it.each(["Comparing with the saved report", "Computing the report"])(
    "does not hold work that is stopped: %s",
    async (step) => {
      const { session } = await begin(FEED, SPOTIFY);
      const { session: next } = await begin(make("saved.html", await saveReport(session)), APPLE);
      const stop = new AbortController();
      const pace = new Pace(stop.signal, ({ text }) => text.startsWith(step) && stop.abort());
      await expect(next.computeReport(pace)).rejects.toThrow("aborted");
    },
  );

  it("says which day its feed is of, if newer files come without one", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const saved = make("saved.html", await saveReport(session));
    const day = new Date().toISOString().slice(0, 10);
    expect((await begin(saved)).view.steps.feedOf).toBeUndefined();
    expect((await begin(saved, SPOTIFY)).view.steps.feedOf).toBe(day);
    expect((await begin(saved, SPOTIFY, FEED)).view.steps.feedOf).toBeUndefined();
  });

  it("has episodes of its feed that a newer feed has lost", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const newer = make("feed.xml", makeFeed().replace(/<item>.*?tides-2.*?<\/item>/, ""));
    const { view } = await begin(newer, make("saved.html", await saveReport(session)));
    expect(view.steps).toMatchObject({ episodes: 2, platforms: [{ name: "Spotify", matched: 2 }, {}, {}] });
    expect(view.episodes).toHaveLength(2);
  });

  it.each([
    ["a page of somebody else", "<!doctype html><p>Hello", /^It is a web page, and no saved report/],
    [
      "a newer version",
      '<!doctype html><script type="application/json" id="studio">{"version":2,"more":1}</script>',
      /^A later version has saved this report/,
    ],
    [
      "a damaged one",
      '<!doctype html><script type="application/json" id="studio">{"version":1,"gzip":"H4sI!"}</script>',
      /^The data of this saved report are damaged/,
    ],
    ["one that was cut off", forge({ feeds: [] }).slice(0, -90), /^The data of this saved report are damaged/],
    ["a million choices", forge({ choices: Array.from({ length: 1_000_000 }, () => ["k", "g"]) }), /damaged/],
    ["a hundred thousand lines and more", forge({}, "\n".repeat(100_001)), /damaged/],
    ["16 MB and more beside its lines", forge({ more: "x".repeat(2 ** 24) }), /damaged/],
    ["data of another kind", forge([1, 2]), /damaged/],
    ["lines that are no charts", forge({}, "{}\n"), /unknown format/],
    [
      "lines of sessions",
      forge({}, '{"session_id":"1","episodeGUID":"g"}\n'),
      /^It has listening sessions, which only/,
    ],
  ])("is refused in a sentence: %s. What was there stays", async (_, page, reason) => {
    const { session } = await begin(FEED, SPOTIFY);
    const before = listCurves(session);
    const view = await session.add([make("hostile.html", page)]);
    expect(listRefusals(view)).toEqual(expect.arrayContaining([expect.stringMatching(reason)]));
    expect(listCurves(session)).toEqual(before);
  });

  it("is unpacked and imported in steps, between which it can be stopped", async () => {
    class CountedPace extends Pace {
      pauses = 0;
      override async pause(): Promise<void> {
        this.pauses++;
      }
    }
    const count = async (lines: string) => {
      const pace = new CountedPace();
      await new StudioSession().add([make("large.html", forge({}, lines))], pace);
      return pace.pauses;
    };
    const least = await count("");
    // Unpacked at most 256 KB at once, and then imported 1 MB at once.
    expect(await count(`${" ".repeat(1_023)}\n`.repeat(2 ** 14))).toBeGreaterThan(least + 64 + 15);
  });

  it("changes no prototype, and takes nothing of a wrong type", async () => {
    const data = JSON.parse(
      '{"__proto__":{"polluted":1},"choices":[["__proto__","x"],[1,2],"no"],"durations":[["g",-1],["__proto__",1e9]],' +
        '"feeds":[{"title":{"a":1},"items":[{"guid":"urn:1","title":["x"],"chapters":[{"start":1}]},null,7]},null]}',
    );
    const lines = `${JSON.stringify({ ...CHART, guid: "urn:1" })}\n`;
    const { session, view } = await begin(make("odd.html", forge(data, lines)));
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(view.episodes).toEqual([{ guid: "urn:1", name: "urn:1", title: "urn:1" }]);
    expect(session.keep()).toMatchObject({ choices: [], durations: [] });
  });
});

describe("files of one name", () => {
  const zip = (last: number) => createZip({ name: "All.csv", content: makeTable(last) });

  it("are all read if they are of other platforms or episodes", async () => {
    const hars = [SPOTIFY, APPLE].map(({ file }) => ({ name: "saved.har", file }));
    const { session, view } = await begin(FEED, ...hars);
    expect(listNames(view)).toEqual(["feed.xml", "saved.har", "saved (2).har"]);
    expect(view.nameless.some(({ source }) => source === "Spotify")).toBe(true);
    expect(session.keep().lines).toContain('"source":"apple"');
  });

  it("are all read if they come together, and each may have its episode", async () => {
    const [one, other] = [make("All.zip", zip(50)), make("All.zip", zip(20))];
    const { session, view } = await begin(FEED, one, other, one);
    expect(listNames(view)).toEqual(["feed.xml", "All (2).zip", "All.zip"]);
    await session.choose("All", "urn:example:tides-1");
    await session.choose("All (2)", "urn:example:tides-2");
    expect(listEnds(session)).toEqual({ "urn:example:tides-1 youtube": 51, "urn:example:tides-2 youtube": 21 });
  });

  it("are all read from two folders", async () => {
    const { view } = await begin(FEED, make("youtube/a.zip", zip(50)), make("old/b.zip", zip(20)));
    expect(listNames(view)).toEqual(["feed.xml", "youtube/a.zip", "old/b.zip"]);
    expect(view.nameless.map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("replace their older selves, also a file that was refused", async () => {
    const { session } = await begin(FEED, make("a.zip", zip(50)), make("cut.har", '{"log":{"entries":['));
    const view = await session.add([make("a.zip", zip(20)), { ...SPOTIFY, name: "cut.har" }]);
    expect(listNames(view)).toEqual(["feed.xml", "a.zip", "cut.har"]);
    await session.choose("a", "urn:example:tides-1");
    expect(listEnds(session)["urn:example:tides-1 youtube"]).toBe(21);
  });

  it("are not replaced by one that is refused, when it is read or when its curves are", async () => {
    const { session } = await begin(FEED, { ...SPOTIFY, name: "spotify.har" }, make("a.csv", makeTable(50)));
    await session.choose("a", "urn:example:tides-1");
    const page = await saveReport(session);
    const chart = `${JSON.stringify({ ...CHART, source: "own" })}\n`;
    await session.add([make("saved.html", page), make("charts.jsonl", chart)]);
    const [before, curves] = [listNames(session.view()), listCurves(session)];
    const refused = listRefusals(session.view()).length;
    const { lines: _, ...head } = session.keep();
    const view = await session.add([
      make("feed.xml", "<!doctype html><title>Sign in</title>"),
      make("spotify.har", (await SPOTIFY.file.text()).slice(0, -90)),
      make("saved.html", page.replace('"gzip":"H4s', '"gzip":"????')),
      make("a.csv", makeTable().split("\n").toSpliced(50, 9).join("\n")),
      make("charts.jsonl", chart.slice(0, -9)),
    ]);
    expect(listNames(view)).toEqual(expect.arrayContaining(before));
    expect(listRefusals(view)).toHaveLength(refused + 5);
    expect(view.steps.episodes).toBe(3);
    expect(listCurves(session)).toEqual(curves);
    await session.add([make("saved.html", forge(head, "{}\n"))]);
    await session.remove(["spotify.har"]);
    await session.remove(["a.csv"]);
    expect(listCurves(session).length).toBeGreaterThan(0);
  });

  it("are not replaced by two that come together and are refused in part", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const page = await saveReport(session);
    const { lines: _, ...head } = session.keep();
    const { session: next } = await begin(make("saved.html", page));
    const curves = listCurves(next);
    await next.add(["{}\n", "{}\n{}\n"].map((lines) => make("saved.html", forge(head, lines))));
    expect(listCurves(next)).toEqual(curves);
  });

  it("are told apart by the charts that they have", async () => {
    const line = (chart: object) => `${JSON.stringify(chart)}\n`;
    const { session } = await begin(make("export.jsonl", line(CHART)));
    const other = await session.add([make("export.jsonl", line({ ...CHART, guid: "urn:other" }))]);
    expect(listNames(other)).toEqual(["export.jsonl", "export (2).jsonl"]);
    const same = await session.add([make("export.jsonl", line({ ...CHART, duration: 61 }))]);
    expect(listNames(same)).toEqual(["export (2).jsonl", "export.jsonl"]);
  });

  it("are told apart by the shows of their feeds", async () => {
    const { view } = await begin(FEED, make("feed.xml", makeFeed(["Other"]).replace("On tides", "On winds")));
    expect(listNames(view)).toEqual(["feed.xml", "feed (2).xml"]);
  });
});

describe("files of another show", () => {
  const WINDS = make("winds.xml", makeFeed(["Gust"]).replace("On tides", "On winds").replaceAll("tides-", "winds-"));

  it("wait for people to say whether they may mix, together with what comes next", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const before = session.view();
    const asking = await session.add([WINDS]);
    expect(asking).toEqual({ ...before, mixed: ["On tides", "On winds"] });
    expect((await session.add([make("Gust.csv", makeTable())])).mixed).toEqual(["On tides", "On winds"]);
    const view = await session.mix(true);
    expect([view.mixed, view.files.length, view.episodes.length]).toEqual([[], 4, 4]);
  });

  it("are left out, or taken without a question if they came first, together or with one GUID in common", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const before = session.view();
    await session.add([WINDS]);
    expect(await session.mix(false)).toEqual(before);
    expect((await begin(FEED, WINDS)).view.mixed).toEqual([]);
    const renamed = make("new.xml", makeFeed().replace("On tides", "On high tides"));
    expect((await session.add([renamed])).mixed).toEqual([]);
  });

  it("wait whatever else is done until people say so, and lose no choice", async () => {
    const { session } = await begin(FEED, SPOTIFY, make("a.csv", makeTable()), make("b.csv", makeTable(20)));
    await session.add([WINDS]);
    for (const act of [
      () => session.choose("a", "urn:example:tides-1"),
      () => session.choose("b", ""),
      () => session.refresh(),
      () => session.acceptAll(),
      () => session.setDuration("urn:other", "0:30"),
      () => session.takeZeros("a.csv"),
      () => session.remove(["spotify.har"]),
      () => session.addExample(),
    ])
      expect((await act()).mixed).toEqual(["On tides", "On winds"]);
    const view = await session.mix(true);
    expect([view.mixed, listNames(view)]).toEqual([[], ["feed.xml", "a.csv", "b.csv", "winds.xml"]]);
    expect(view.nameless.map(({ guid }) => guid)).toEqual(["urn:example:tides-1", ""]);
  });

  it("wait no more once the show before them is taken away", async () => {
    const { session } = await begin(FEED);
    await session.add([WINDS]);
    const view = await session.remove(["feed.xml"]);
    expect([view.mixed, listNames(view)]).toEqual([[], ["winds.xml"]]);
  });

  it("wait if a saved report brings them, also when more comes", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const saved = make("saved.html", await saveReport(session));
    const { session: next, view } = await begin(saved, WINDS);
    const asked = [view, await next.addExample(), await next.add([make("Gust.csv", makeTable())])];
    for (const { mixed, files } of asked) expect([mixed, files]).toEqual([["On tides", "On winds"], []]);
    expect(listNames(await next.mix(true))).toEqual(["saved.html", "winds.xml", "Gust.csv"]);
    expect((await begin(saved, FEED)).view.mixed).toEqual([]);
  });
});

describe("a curve without an episode", () => {
  it("has the episode of its title only if exactly one has it", async () => {
    const tables = ["Ebb.csv", "flood.csv"].map((name) => make(name, makeTable()));
    const { view } = await begin(make("feed.xml", makeFeed(["Ebb", "Ebb", "Flood"])), ...tables);
    expect(view.nameless.map(({ key, guid, isByTitle }) => [key, guid, isByTitle])).toEqual([
      ["Ebb", undefined, false],
      ["flood", "urn:example:tides-3", true],
    ]);
    expect(view.episodes.map(({ name }) => name)).toEqual(["Ebb", "Ebb (urn:example:tides-2)", "Flood"]);
  });

  it("may have an episode that another of the platform has, and is refused then", async () => {
    const { session } = await begin(FEED, make("a.csv", makeTable(50)), make("b.csv", makeTable(20)));
    await session.choose("a", "urn:example:tides-1");
    const view = await session.choose("b", "urn:example:tides-1");
    expect(view.nameless.map(({ isTwice }) => isTwice)).toEqual([true, true]);
    expect(listRefusals(view)).toEqual([
      `${TIDE}: b.csv has ${TIDE} from youtube too. Choose another episode for one of the two, or take it away.`,
      `${TIDE}: a.csv has ${TIDE} from youtube too. Choose another episode for one of the two, or take it away.`,
    ]);
  });
});

it("a choice draws anew the curves that it changes, and no others", async () => {
  const { session } = await begin(FEED, make("a.csv", makeTable()), make("b.csv", makeTable()));
  await session.choose("a", "urn:example:tides-1");
  await session.choose("b", "urn:example:tides-2");
  const listTimes = () =>
    session
      .keep()
      .lines.split("\n")
      .map((line) => /"updatedAt":"[^"]*"/.exec(line)?.[0]);
  const [first, second] = listTimes();
  await new Promise((resolve) => setTimeout(resolve, 2));
  await session.setDuration("urn:example:tides-2", "0:59");
  expect(listTimes()).toEqual([first, expect.not.stringMatching(second ?? ""), undefined]);
});

it("a report is of what was chosen, also while other episodes are to be chosen, and is computed anew after that", async () => {
  const { session } = await begin(FEED, make("a.csv", makeTable()), make("b.csv", makeTable()));
  const countEpisodes = async () => (await session.computeReport()).report.episodes.length;
  expect((await session.choose("a", "urn:example:tides-1")).hasReport).toBe(false);
  expect([(await session.refresh()).hasReport, await countEpisodes()]).toEqual([true, 1]);
  await session.choose("b", "urn:example:tides-2");
  expect(await countEpisodes()).toBe(2);
});

describe("files in any order", () => {
  it("make the same report", async () => {
    const map = make("map.csv", "key,guid\na,urn:example:tides-1\n");
    const files = [FEED, SPOTIFY, APPLE, make("a.csv", makeTable(40)), make("Tide 2.csv", makeTable(30)), map];
    const compute = async (order: typeof files) => {
      const session = new StudioSession();
      for (const file of order) await session.add([file]);
      const curves = listCurves(session).map((curve) => JSON.stringify({ ...curve, shown: undefined }));
      return { report: (await session.computeReport()).report, curves: curves.sort() };
    };
    const expected = await compute(files);
    expect(expected.curves.length).toBeGreaterThan(4);
    for (const order of "543210 043215 403251 130524 135024 531420 245103 350142 514302 201453".split(" "))
      expect(await compute([...order].flatMap((index) => files[Number(index)] ?? []))).toEqual(expected);
  });
});

describe("a feed", () => {
  it.each([
    ["UTF-16", Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${makeFeed(["Übergang"])}`, "utf16le")],
    ["windows-1252", Buffer.from(`<?xml version="1.0" encoding="windows-1252"?>${makeFeed(["Übergang"])}`, "latin1")],
    ["UTF-8 behind a byte order mark, gzipped", gzipSync(`\uFEFF${makeFeed(["Übergang"])}`)],
  ])("is read in %s", async (_, bytes) => {
    const { view } = await begin(make("feed.xml", bytes));
    expect(view.episodes).toEqual([{ guid: "urn:example:tides-1", name: "Übergang", title: "Übergang" }]);
  });

  it("that lacks episodes has their curves left out, which is said", async () => {
    const feed = make("feed.xml", makeFeed().replace(/<item>.*?tides-2.*?<\/item>/, ""));
    const { view } = await begin(
      feed,
      make("a.csv", `guid,time,count,duration\nurn:2,0,9,9\nurn:2,3,5,9\nurn:2,6,2,9\n`),
    );
    expect(view.notes).toBe("Left out, because they are not in the feed: 1 episode.");
    expect(view.hasReport).toBe(false);
  });

  it("is asked for, if there is none", async () => {
    const { view } = await begin(SPOTIFY);
    expect(view.steps.episodes).toBe(0);
    expect(view.nameless.length).toBeGreaterThan(0);
  });

  it.each([
    ["its GUIDs", "<link>https://rival.example/</link>"],
    ["its GUIDs and its podcast:guid", "<podcast:guid>id</podcast:guid><link>https://rival.example/</link>"],
    ["its GUIDs, and says nothing of itself", ""],
  ])("beside one that copies %s has the curves of those GUIDs refused, and no others", async (_, channel) => {
    const identities =
      '<podcast:guid>id</podcast:guid><atom:link rel="self" href="https://one.example/rss"/><link>https://one.example/</link>';
    const own = make("own.xml", makeFeed().replace("<item>", `${identities}<item>`));
    const rival = makeFeed(["Tide 1"]).replace("On tides", "On winds").replace("<item>", `${channel}<item>`);
    const curves = [1, 2].map((number) => JSON.stringify({ ...CHART, guid: `urn:example:tides-${number}` }));
    const { session, view } = await begin(own, make("rival.xml", rival), make("curves.jsonl", curves.join("\n")));
    expect(listRefusals(view)).toEqual([expect.stringContaining("Two feeds have this GUID, own.xml and rival.xml.")]);
    expect(Object.keys(listEnds(session))).toEqual(["urn:example:tides-2 own"]);
    expect(listRefusals(await session.remove(["rival.xml"]))).toEqual([]);
  });
});

describe("what is refused", () => {
  const NOTHING_OF_A_TERMINAL = /--[a-z]|docs\/|npm run|\bimport\b/;

  it("has no option of a command, for every sample of a refusal", async () => {
    const odd = ["studio-detailed-activity.csv", "studio-by-segment.csv", "youtube-error.json"];
    const files = [
      ...odd.map((name) => make(name, readFileSync(join(ROOT, "retention/tests/import/formats", name)))),
      make("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
      make("unknown.json", '{"a":1}'),
      make("list.json", "[]"),
      make("map.json", '{"final v2":"urn:example:tides-1"}'),
      make("locked.zip", createZip({ name: "a.csv", content: makeTable(), isEncrypted: true })),
      make("text.txt", "Dear listeners"),
      make("empty.csv", ""),
      make("counts.csv", "guid,time,count\nurn:1,0,3\n"),
      make("blanks.csv", `guid,time,count,duration\n${[0, 1, 2, 3, 4, 7].map((at) => `urn:2,${at},3,10\n`).join("")}`),
      make("numbers.jsonl", '{"guid":"urn:3","duration":"60","data":[{"time":"0","percentage":"100"}]}\n'),
    ];
    const { view } = await begin(FEED, ...files);
    for (const { id, refusals } of view.files.slice(1)) {
      expect([id, refusals.length]).toEqual([id, 1]);
      expect(refusals[0]?.text).not.toMatch(NOTHING_OF_A_TERMINAL);
    }
    const texts = new Map(view.files.map(({ id, refusals }) => [id, refusals[0]]));
    expect(texts.get("picture.png")?.text).toContain("It is a picture.");
    expect(texts.get("unknown.json")?.text).toContain("It is no feed, no HAR file, no export");
    expect(texts.get("map.json")?.text).toContain("A map of curves to episodes is read as CSV");
    expect(texts.get("counts.csv")?.remedy).toEqual({ kind: "duration", guid: "urn:1" });
    expect(texts.get("blanks.csv")?.remedy).toEqual({ kind: "zeros" });
  });
});

describe("what people drop by mistake", () => {
  const bytes = (...start: readonly (string | number)[]) =>
    Buffer.concat([
      ...start.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from([part]))),
      Buffer.alloc(99),
    ]);
  const har = (url: string) =>
    JSON.stringify({
      log: { entries: [{ startedDateTime: "2026-01-01", request: { method: "GET", url }, response: {} }] },
    });

  it.each([
    ["a photo", "IMG_1.jpg", bytes(0xff, 0xd8, 0xff, 0xe0), "It is a picture."],
    ["a photo of a phone", "IMG_2.heic", bytes(0, 0, 0, 0x24, "ftypheic"), "It is a picture."],
    ["a picture of the web", "cover.webp", bytes("RIFF1234WEBP"), "It is a picture."],
    ["a recording in MP3", "ep 1.mp3", bytes("ID3", 4), "It is a recording."],
    ["one without tags", "ep 2.mp3", bytes(0xff, 0xfb, 0x90), "It is a recording."],
    ["one in WAV", "ep 3.wav", bytes("RIFF1234WAVE"), "It is a recording."],
    ["a video", "ep 4.mp4", bytes(0, 0, 0, 0x18, "ftypisom"), "It is a recording."],
    ["a PDF", "report.pdf", bytes("%PDF-1.7"), "It is a PDF"],
    ["a note", "notes.txt", "Dear diary, nothing here.\nMore text.", "It is a text, and no table."],
    ["a word", "more.txt", "Hello there", "It is a text, and no table."],
    ["a rich text", "notes.rtf", "{\\rtf1\\ansi Dear diary}", "It is a text, and no table."],
    ["a program", "setup.exe", bytes("MZ"), "It is none of the files that this page reads"],
    [
      "a table of plays",
      "plays.csv",
      "Date,Plays\n2026-01-01,12\n2026-01-02,9\n",
      "If it says how many listened, and not where they left, a report does not need it.",
    ],
    [
      "plays by episode",
      "top.csv",
      "Episode;Plays;Followers\nEbb;12;3\n",
      "If it says how many listened, and not where they left, a report does not need it.",
    ],
  ])("is called by its name, and taken away with all that is not needed: %s", async (_, name, content, told) => {
    const { session, view } = await begin(FEED, SPOTIFY, make(name, content));
    const { isUnneeded, refusals } = view.files[2] ?? {};
    expect([isUnneeded, refusals?.map(({ text }) => text)]).toEqual([true, [expect.stringContaining(told)]]);
    expect(refusals?.[0]?.text).not.toMatch(/Rename|Split a table|JSON answer|UTF-8/);
    const unneeded = view.files.filter((file) => file.isUnneeded).map(({ id }) => id);
    expect(listNames(await session.remove(unneeded))).toEqual(["feed.xml", "spotify.har"]);
  });

  it.each([
    [
      "a page to sign in",
      "feed.xml",
      '<!DOCTYPE html><title>Welcome</title><form><input name="p" type="password">',
      "It is a page to sign in",
    ],
    [
      "one that asks for a password later",
      "feed.xml",
      "<!doctype html><title>Sign in – A host</title>",
      "It is a page to sign in",
    ],
    [
      "the page of a podcast",
      "tides.html",
      "<!doctype html><title>On tides</title><p>Listen",
      "It is a web page, and no saved report.",
    ],
    [
      "a recording of another site",
      "x.har",
      har("https://news.example.com/a?token=planted-secret"),
      "It was recorded on news.example.com. Open your dashboard",
    ],
    ["an archive that may hold curves", "all.rar", bytes("Rar!"), "Unpack it, and choose its folder."],
    ["a table of an older Office", "old.xls", bytes(0xd0, 0xcf, 0x11, 0xe0), "Save its table as CSV."],
    ["settings of something", "settings.json", '{"a":1}', "It is a JSON object of an unknown format"],
  ])("says what to do instead: %s", async (_, name, content, told) => {
    const { view } = await begin(make(name, content));
    expect(listRefusals(view)).toEqual([expect.stringContaining(told)]);
    expect([view.files[0]?.isUnneeded ?? false, view.files[0]?.lines]).toEqual([false, []]);
    expect(JSON.stringify(view)).not.toMatch(/planted-secret|JSON answer|can be imported/);
  });

  it("is read if it is a zipped folder: all of it but what systems put there, zips of YouTube Studio as they are", async () => {
    const studio = createZip(
      { name: "All.csv", content: makeTable(20) },
      { name: "Organic.csv", content: makeTable(10) },
    );
    const folder = createZip(
      { name: "show/feed.xml", content: makeFeed() },
      { name: "show/saved.har", content: readFileSync(join(HARS, "chrome-spotify.har")) },
      { name: "show/youtube/Tide 1_ the “harbour” & its clocks.zip", content: studio },
      { name: "show/.DS_Store", content: "x" },
      { name: "__MACOSX/show/._feed.xml", content: "x" },
    );
    const { view } = await begin(make("show.zip", folder));
    expect(listNames(view)).toHaveLength(3);
    expect(listRefusals(view).filter((text) => text.includes("zip"))).toEqual([]);
    expect(view.steps.platforms.map(({ name, matched }) => [name, matched])).toContainEqual(["YouTube", 1]);
    const tables = ["a.csv", "b.csv"].map((name) => ({ name, content: makeTable() }));
    expect(listNames((await begin(make("tables.zip", createZip(...tables)))).view)).toEqual(["a.csv", "b.csv"]);
  });

  it.each([
    ["encrypted", createZip({ name: "feed.xml", content: makeFeed(), isEncrypted: true })],
    ["damaged", createZip({ name: "feed.xml", content: makeFeed() }).subarray(0, -30)],
    ["larger than it says", createZip({ name: "feed.xml", content: "x".repeat(2_000), bytes: 10 })],
    ["larger than a page can hold", createZip({ name: "feed.xml", content: "x", bytes: 2 ** 31 })],
  ])("is refused as a zip if it is %s", async (_, zip) => {
    const { view } = await begin(make("show.zip", zip));
    expect(listNames(view)).toEqual(["show.zip"]);
    expect(listRefusals(view)).toEqual([expect.stringMatching(/zip/)]);
  });
});

describe("work that is stopped", () => {
  it("has changed nothing", async () => {
    const { session } = await begin(FEED, SPOTIFY);
    const before = session.view();
    const stop = new AbortController();
    const pace = new Pace(stop.signal, ({ text }) => {
      if (text.startsWith("Reading large.csv")) stop.abort();
    });
    const rows = Array.from({ length: 500_000 }, (_, second) => `urn:large,${second},1,500000\n`);
    const large = make("large.csv", `guid,time,count,duration\n${rows.join("")}`);
    await expect(session.add([large, make("more.csv", makeTable())], pace)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(session.view()).toEqual(before);
  });

  const blanks = [0, 1, 2, 3, 4, 7].map((at) => `urn:example:tides-2,${at},3\n`);
  const OPEN = [
    make("The harbour that moved (full episode).csv", makeTable()),
    make("counts.csv", "guid,time,count\nurn:other,0,3\nurn:other,1,2\nurn:other,2,2\n"),
    make("blanks.csv", `guid,time,count\n${blanks.join("")}`),
  ];

  it.each<[string, (session: StudioSession, pace?: Pace) => Promise<View>]>([
    [
      "an episode for a curve",
      (session, pace) => session.choose("The harbour that moved (full episode)", "urn:example:tides-3", pace),
    ],
    ["what is suggested", (session, pace) => session.acceptAll(pace)],
    ["a duration", (session, pace) => session.setDuration("urn:other", "0:30", pace)],
    ["missing rows", (session, pace) => session.takeZeros("blanks.csv", pace)],
    ["a file less", (session, pace) => session.remove(["counts.csv"], pace)],
  ])("has not taken %s", async (_, act) => {
    const { session, view: before } = await begin(
      make("feed.xml", makeFeed(["The harbour that moved", "Ebb", "Flow"])),
      ...OPEN,
    );
    expect(before.nameless.map(({ guid, suggested }) => [guid, suggested])).toEqual([
      [undefined, "urn:example:tides-1"],
    ]);
    const stop = new AbortController();
    const pace = new Pace(stop.signal, ({ text }) => text === "Reading the curves" && stop.abort());
    await expect(act(session, pace)).rejects.toThrow("aborted");
    expect(session.view()).toEqual(before);
    expect(await session.add([])).toEqual(before);
    expect(await act(session)).not.toEqual(before);
  });
});

it("a ninth platform of an episode is refused", async () => {
  const data = [{ time: 0, percentage: 100 }];
  const lines = Array.from({ length: 9 }, (_, platform) =>
    JSON.stringify({ guid: "urn:example:tides-1", duration: 60, source: `platform-${platform}`, data }),
  );
  const { session, view } = await begin(FEED, make("nine.jsonl", lines.join("\n")));
  expect(JSON.stringify(view)).toContain("It has the curves of 8 platforms, which is the limit.");
  expect(listCurves(session)).toHaveLength(8);
});
