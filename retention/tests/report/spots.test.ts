import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { writeChartItem } from "../../../tests/support/tables.ts";
import { sayForCommand } from "../../cli/ways-out.ts";
import { type Passage, simulateChart } from "../../report/demo/listeners.ts";
import { compareEpisodes } from "../../report/make/compare-episodes.ts";
import { findSpotName, findSpots } from "../../report/make/episode-spots.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import type { SourcedCurve } from "../../report/make/source-curves.ts";
import { drawSpots } from "../../report/make/spot-section.ts";
import type { Refusal } from "../../sources/base/refusals.ts";
import { formatSpotList, parseSpotList } from "../../sources/formats/spot-list.ts";
import { addSavedData } from "../../sources/import/saved-report.ts";
import { StudioSession } from "../../studio/session.ts";
import { runCommand } from "../support/command.ts";
import { makeChapters } from "./exact.ts";
import { validateFindings } from "./findings-schema.ts";

const SKIP = { kind: "skip", from: 600, to: 660, share: 0.3 } as const;

function simulate(guid: string, seed: number, passages: readonly Passage[] = [SKIP], duration = 1_800): SourcedCurve {
  const chart = simulateChart({ guid, duration, listeners: 1_000, loyalty: 0.8, passages }, seed);
  return { chart, source: "collector", listeners: 1_000, updatedAt: "2026-11-23T08:00:00Z" };
}

const { chart } = simulate("tides", 1);
const CHAPTERS = makeChapters({ Opening: 0, "Sponsor: Lumen": 600, "The story": 660 });
const compute = (curves: [SourcedCurve, ...SourcedCurve[]], chapters = CHAPTERS) =>
  computeEpisode({ guid: "tides", curves }, { title: "Tides", date: "2026-11-20", chapters }, new Date("2026-11-24"));
const listSpots = (...args: Parameters<typeof compareEpisodes>) => compareEpisodes(...args).episodes[0]?.spots ?? [];
const HEADING = { title: "Coast", madeAt: new Date("2026-11-24") };
const draw = ({ episodes }: ReturnType<typeof compareEpisodes>) => drawSpots(HEADING, episodes).toString();
const listRows = (...args: Parameters<typeof compareEpisodes>) =>
  [...draw(compareEpisodes(...args)).matchAll(/<tr><td>(.*)<\/td><\/tr>/g)].map(([, row]) => row?.split("</td><td>"));

it.each([
  ["Sponsor", "Sponsor"],
  ["AD 2", "AD 2"],
  ["Ad break", "Ad break"],
  ["Sponsor (1): Lumen", "Lumen"],
  ["Sponsored by Kelp & Co", "Kelp & Co"],
  ["[Werbung] - Lumen", "Lumen"],
  ["Publicité", "Publicité"],
  ["広告：Lumen".replace("：", ":"), "Lumen"],
  ["Ad astra", undefined],
  ["Advertising history", undefined],
  ["How we lost our sponsor", undefined],
  ["Sponsors of the Renaissance", undefined],
  ["Pubs of the coast", undefined],
])("a chapter's title tells of a spot: %s", (title, name) => {
  expect(findSpotName(title)).toBe(name);
});

describe("a list of spots", () => {
  const EPISODES = [
    { guid: "urn:a", title: "On tides", duration: 1_800 },
    { guid: "urn:b", title: "Twice", duration: 1_800 },
    { guid: "urn:c", title: "Twice", duration: 1_800 },
  ];

  it("names an episode by GUID or exact title, with times as people write them, and takes what it can", () => {
    const list = [
      "guid,from,to,name",
      "urn:a,0,30,Lumen",
      'On tides,10:00,11:00.5,"Kelp, Ltd"',
      "urn:a,soon,20:00,Kelp",
      "urn:a,20:00,later,Kelp",
      "urn:a,12:00,11:00,Kelp",
      "urn:a,29:00,30:01,Kelp",
      "urn:x,1:00,2:00,Kelp",
      "Twice,1:00,2:00,Kelp",
      "urn:a,1:00,2:00",
      "urn:a,1:00,2:00,Kelp,more",
      'urn:b,29:00,30:00,"Kelp',
    ].join("\n");
    const refusals: Refusal[] = [];
    const spots = parseSpotList(list, EPISODES, (refusal) => refusals.push(refusal));
    expect(spots).toEqual([
      { guid: "urn:a", from: 0, to: 30, name: "Lumen" },
      { guid: "urn:a", from: 600, to: 660.5, name: "Kelp, Ltd" },
    ]);
    const [rest, ...others] = refusals.toReversed();
    expect(others.reverse().map((refusal) => `${refusal.line}: ${sayForCommand(refusal)}`)).toEqual([
      '4: "soon" is no time. Write seconds, 12:30 or 1:12:30.',
      '5: "later" is no time. Write seconds, 12:30 or 1:12:30.',
      '6: The end, "11:00", is not after the beginning.',
      '7: The end, "30:01", is beyond the end of the episode.',
      '8: "urn:x" is neither the GUID nor the title of one episode of the report.',
      '9: "Twice" is neither the GUID nor the title of one episode of the report.',
      "10: A line must be guid,from,to,name. Quote cells that contain a comma.",
      "11: A line must be guid,from,to,name. Quote cells that contain a comma.",
    ]);
    expect(rest).toMatchObject({ code: "not-csv", line: 12 });
    expect(parseSpotList(formatSpotList(spots), EPISODES)).toEqual(spots);
  });
});

describe("the spots of an episode", () => {
  it("tell who was there, who is gone and who skipped, with intervals that hold what is planted", () => {
    const [spot, ...others] = listSpots([compute([simulate("tides", 1)])]);
    expect(others).toEqual([]);
    expect(spot).toMatchObject({ name: "Lumen", source: "your own listeners", unit: "listener", from: 600, to: 660 });
    expect(spot?.whole).toBeGreaterThan(900);
    const { low = 1, share = 0, high = 0 } = spot?.skipped ?? {};
    expect([low < 0.3, low > 0.2, high > 0.3, high < 0.4, low < share, share < high]).toEqual(Array(6).fill(true));
    expect(spot?.left?.low).toBeLessThan(0.05);
    expect(Math.abs((spot?.present ?? 0) - (spot?.after ?? 0))).toBeLessThan(0.05);
  });

  it("are said to be skipped by none where nobody skips", () => {
    const episodes = [compute([simulate("tides", 2, [])])];
    expect(listSpots(episodes)[0]?.skipped?.low).toBe(0);
    expect(listRows(episodes)[0]?.[9]).toMatch(/^none beyond chance \(at most \d/);
  });

  it("are not said to be skipped for one person who was away", () => {
    const getPercentage = (time: number) => (time >= 615 && time < 670 ? 98 : 100);
    const data = Array.from({ length: 1_800 }, (_, time) => ({ time, percentage: getPercentage(time) }));
    const [spot] = listSpots([compute([{ chart: { ...chart, data }, source: "collector", listeners: 50 }])]);
    expect(spot?.skipped).toMatchObject({ low: 0, share: expect.closeTo(0.02) });
  });

  it("are where the video has them, if its times are known, and not in one that lacks them", () => {
    const video = { chart: { ...chart, duration: 1_700 }, source: "youtube" };
    const place = (from: number, to: number) => {
      const spans = [
        { from: { one: 0, other: 0 }, to: { one: from, other: from } },
        { from: { one: to, other: from }, to: { one: 1_800, other: 1_800 - to + from } },
      ];
      const ends = { one: 1_800, other: 1_700 };
      const cut = { spans, moved: [], part: 1, said: ends, isCoarse: false, ends };
      const episode = { ...compute([simulate("tides", 1), video]), cut };
      return findSpots(episode, [], []).map((spot) => [spot.source, spot.from, spot.to]);
    };
    expect(place(300, 400)).toEqual([
      ["your own listeners", 600, 660],
      ["YouTube", 500, 560],
    ]);
    expect(place(580, 680)).toEqual([["your own listeners", 600, 660]]);
  });

  it("have shares alone where nobody knows of how many, and none in a video of another or an unknown length", () => {
    const own = simulate("tides", 1);
    const video = { chart, source: "youtube" };
    const [, spot] = listSpots([compute([own, video])]);
    expect(spot?.source).toBe("YouTube");
    expect([spot?.whole, spot?.skipped?.low, spot?.left?.high]).toEqual([undefined, undefined, undefined]);
    expect(listRows([compute([own, video])])[1]?.join()).toMatch(/YouTube[^(]+Shares only[^(]+$/);
    const longer = { chart: { ...chart, duration: 1_900 }, source: "youtube" };
    expect(listSpots([compute([own, longer])])).toHaveLength(1);
    expect(listSpots([compute([own, { ...video, isAssumed: true }])])).toHaveLength(1);
  });

  it("have no interval of who came back where the episode ends with them, or points are too rare", () => {
    const [end] = listSpots([compute([simulate("tides", 1)], makeChapters({ Talk: 0, Sponsor: 1_730 }))]);
    expect([end?.skipped, end?.left?.high]).toEqual([undefined, expect.any(Number)]);
    const coarse = { ...chart, data: chart.data.filter(({ time }) => time % 30 === 0) };
    const [spot] = listSpots([compute([{ chart: coarse, source: "spotify", listeners: 1_000 }])]);
    expect([spot?.skipped, spot?.left?.high]).toEqual([undefined, expect.any(Number)]);
  });

  it("are measured from the very beginning on, if points are close to one another", () => {
    const chapters = makeChapters({ Sponsor: 0, Talk: 60 });
    const [spot] = listSpots([compute([simulate("tides", 1)], chapters)]);
    expect(spot?.left?.high).toEqual(expect.any(Number));
    const coarse = { ...chart, data: chart.data.filter(({ time }) => time % 15 === 0) };
    const [rare] = listSpots([compute([{ chart: coarse, source: "spotify", listeners: 1_000 }], chapters)]);
    expect([rare?.left, rare?.skipped]).toEqual([undefined, undefined]);
    // Between its middle and its last point, no time passes.
    const early = makeChapters({ Opening: 0, Sponsor: 30, Talk: 60 });
    const [short] = listSpots([compute([{ chart: coarse, source: "spotify", listeners: 1_000 }], early)]);
    expect([(short?.after ?? 0) > 0.8, (short?.left?.high ?? 1) < 0.2]).toEqual([true, true]);
  });

  it("are those before and after a row, of two that are read one after the other", () => {
    const passages = [{ ...SKIP, to: 720 }];
    const chapters = makeChapters({ Opening: 0, "Sponsor: Lumen": 600, "Sponsor: Kelp": 660, "The story": 720 });
    const spots = listSpots([compute([simulate("tides", 1, passages)], chapters)]);
    expect(spots.map(({ name }) => name)).toEqual(["Lumen", "Kelp"]);
    for (const { skipped } of spots)
      expect([(skipped?.low ?? 1) < 0.3, (skipped?.high ?? 0) > 0.3]).toEqual([true, true]);
    expect(spots[1]?.left).toEqual(spots[0]?.left);
    expect(spots[1]?.present).toBeLessThan((spots[0]?.present ?? 0) - 0.15);
  });

  it("are the listed one in place of a found one that it overlaps", () => {
    const listed = [
      { guid: "tides", from: 610, to: 670, name: "Kelp" },
      { guid: "other", from: 10, to: 20, name: "Wrack" },
    ];
    const episodes = [compute([simulate("tides", 1)])];
    expect(listSpots(episodes, listed).map(({ name, from }) => [name, from])).toEqual([["Kelp", 610]]);
  });

  it("say so in an episode that is less than a week old", () => {
    expect(listRows([compute([simulate("tides", 1)])])[0]?.at(-1)).toContain("Less than a week old");
  });
});

it("texts of strangers are no markup in the section, which has no GUID and no address", () => {
  const title = '"><script>alert(1)</script>';
  const chapters = makeChapters({ Opening: 0, [`Sponsor: ${title}`]: 600, Story: 660 });
  const name = { title, audio: "https://audio.example/1.mp3?key=1", chapters };
  const section = draw(
    compareEpisodes([computeEpisode({ guid: "secret-guid", curves: [simulate("secret-guid", 1)] }, name)]),
  );
  expect(section).toMatch(/not audited, as of 24\sNov\s2026. By the podcaster&#39;s word, the host reads/);
  expect(section).not.toMatch(/<script|secret-guid|audio\.example/);
});

describe("charts -- report --spots", () => {
  const save = useFolder();
  const GUID = "spotted tides";
  const feed = save("feed.xml", composeFeed([{ guid: GUID, title: "On tides", "itunes:duration": "1800" }], "Coast"));
  const [page, findings] = [save("report.html", ""), save("findings.json", "")];

  const report = async (list: string, ...options: string[]) => {
    const item = packChart({ ...chart, guid: GUID }, new Date("2026-11-23T08:00:00Z"));
    await writeChartItem({ ...item, listeners: 1_000 });
    const spots = save("spots.csv", list);
    const all = ["report", "--feed", feed, "--out", page, "--findings", findings, "--spots", spots, ...options];
    const { code, stderr } = await runCommand("charts", all);
    return { code, stderr, spots, found: JSON.parse(readFileSync(findings, "utf8")) };
  };

  it("takes what it can, and names the file and the line of what it can't", async () => {
    const { code, stderr, spots, found } = await report(
      "guid,from,to,name\nOn tides,10:00,11:00,Lumen\nOn tides,x,2,Kelp",
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`${spots}:3: "x" is no time. Write seconds, 12:30 or 1:12:30.\n`);
    expect([validateFindings(found), validateFindings.errors]).toEqual([true, null]);
    expect(found.episodes[0].spots).toMatchObject([
      { name: "Lumen", from: 600, to: 660, skipped: { share: expect.any(Number) } },
    ]);
    expect(readFileSync(page, "utf8")).toMatch(/Does the host read these spots.*\n<details><summary>The host/);
  });

  it("says that the host reads them, and has none of ads that are inserted for each listener", async () => {
    const list = "guid,from,to,name\nOn tides,10:00,11:00,Lumen\n";
    const { code, found } = await report(list, "--host-read");
    expect([code, found.episodes[0].spots.length]).toEqual([0, 1]);
    expect(readFileSync(page, "utf8")).toMatch(/Sponsor spots<\/h2>\n<details open>/);
    const { found: none } = await report(list, "--inserted-ads");
    expect(none.episodes[0].spots).toEqual([]);
    expect(readFileSync(page, "utf8")).not.toContain("Sponsor spots");
  });
});

describe("a list that is dropped in the studio", () => {
  const make = (name: string, content: string) => ({ name, file: new Blob([content]) });
  const rows = chart.data.map(({ time, percentage }) => `${time},${percentage}`);
  const items = ["Tides", "Flow"].map((title) => ({ guid: `urn:${title}`, title, "itunes:duration": "1800" }));
  const files = [
    make("feed.xml", composeFeed(items, "Coast")),
    ...items.map(({ title }) => make(`${title}.csv`, ["time,percentage", ...rows].join("\n"))),
  ];
  const list = (...lines: string[]) => make("spots.csv", ["guid;from;to;name", ...lines].join("\r\n"));
  const read = async (session: StudioSession) => {
    const { heading, report } = await session.computeReport();
    const tides = report.episodes.find(({ title }) => title === "Tides");
    return { heading, spots: tides?.spots?.map(({ name, from }) => [name, from]) };
  };

  it("is the same, and names its bad lines", async () => {
    const session = new StudioSession();
    await session.add([...files, list("Tides;10:00;11:00;Lumen", "Ebb;1;2;Kelp")]);
    expect((await read(session)).spots).toEqual([["Lumen", 600]]);
    const { files: viewed, notes } = session.view();
    expect(viewed.find(({ id }) => id === "spots.csv")?.lines).toEqual(["List of sponsors' spots"]);
    expect(notes).toMatch(/^spots\.csv, line 3: "Ebb" is neither/);
  });

  it("is kept in the saved report, with who reads them, until a later list overrides a spot", async () => {
    const session = new StudioSession();
    await session.add([...files, list("Tides;10:00;11:00;=Lumen", "Tides;20:00;21:00;Kelp")]);
    await session.computeReport();
    const saved = make("saved.html", addSavedData("<html></body></html>", { ...session.keep(), isHostRead: true }));
    const next = new StudioSession();
    await next.add([saved]);
    const { heading, spots } = await read(next);
    expect([heading.isHostRead, spots]).toEqual([
      true,
      [
        ["=Lumen", 600],
        ["Kelp", 1_200],
      ],
    ]);
    await next.add([list("Tides;10:30;11:30;Wrack", "Flow;20:00;21:00;Kelp")]);
    expect((await read(next)).spots).toEqual([
      ["Wrack", 630],
      ["Kelp", 1_200],
    ]);
    const again = new StudioSession();
    await again.add([make("again.html", addSavedData("<html></body></html>", { ...next.keep(), isHostRead: false }))]);
    expect(await read(again)).toEqual({
      heading: expect.objectContaining({ isHostRead: false }),
      spots: [
        ["Wrack", 630],
        ["Kelp", 1_200],
      ],
    });
  });
});
