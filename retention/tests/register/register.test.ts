import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { composeFeed, composeFeedOf } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { callCharts, getAdminToken, readEvent, useConfiguredService } from "../../../tests/support/service.ts";
import { readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { type FactualOutcome, readChart, runForFacts } from "../support/import.ts";

useConfiguredService();
const save = useFolder();

let guid: string;

beforeEach(() => {
  guid = crypto.randomUUID();
});

const saveFeed = (durations: Readonly<Record<string, string | undefined>>) =>
  save(`${crypto.randomUUID()}.xml`, composeFeedOf(durations));

/** Runs the command. It first says where, on standard error. */
async function register(...args: string[]): Promise<FactualOutcome> {
  const outcome = await runForFacts("register", ...args);
  return { ...outcome, stderr: outcome.stderr.replace(TARGET, "") };
}

const TARGET = /^Registering in \S+ in DynamoDB at http\S+\.\n/;

const CORRECTED = "0 registered, 1 corrected, 0 unchanged, 0 refused\n";

/** An item with the counts 4 3 1 1, drawn for a duration of 2 s. */
function makeCounted(changes: object = {}) {
  const counts = packCounts(Uint32Array.of(4, 3, 1, 1));
  const data = [100, 75].map((percentage, time) => ({ time, percentage }));
  const drawing = packChart({ guid, duration: 2, data }, new Date("2026-01-01"));
  const counted = { source: "collector", counts, listeners: 4, drawnListeners: 4 };
  return { ...drawing, ...counted, countedUntil: "2026-01-01T00:00:00Z", ...changes };
}

describe("charts -- register", () => {
  it("says where, and writes the GUID and duration of each episode, for which POST /charts has no data yet", async () => {
    const other = crypto.randomUUID();
    const feed = saveFeed({ [guid]: "45:30", [other]: "90.5" });
    const { CHARTS_TABLE, AWS_ENDPOINT_URL_DYNAMODB } = process.env;
    expect(await runCommand("charts", ["register", feed])).toEqual({
      code: 0,
      stdout: "2 registered, 0 corrected, 0 unchanged, 0 refused\n",
      stderr: `Registering in ${CHARTS_TABLE} in DynamoDB at ${AWS_ENDPOINT_URL_DYNAMODB}.\n`,
    });
    expect(await readChartItem(guid)).toEqual({ guid, duration: 2_730 });
    expect(await readChartItem(other)).toEqual({ guid: other, duration: 90.5 });
    const event = readEvent("charts", { adminToken: await getAdminToken(), body: JSON.stringify({ guid }) });
    expect(await callCharts(event)).toMatchObject({ status: 404, body: { error: "No data found for the episode" } });
  });

  it("can be run again, and changes nothing then", async () => {
    const feed = saveFeed({ [guid]: "60" });
    await register(feed);
    expect(await register(feed)).toMatchObject({ stdout: "0 registered, 0 corrected, 1 unchanged, 0 refused\n" });
  });

  it.each<[string, object, number, readonly number[]]>([
    ["from the counts", { title: "of another tool", counts: packCounts(Uint32Array.of(4, 3)) }, 4, [100, 75, 0, 0]],
    ["without cutting counts, so that a wrong duration destroys nothing", {}, 1, [100]],
    ["of sessions that were imported", { drawnListeners: undefined, countedUntil: undefined }, 4, [100, 75, 25, 25]],
  ])("corrects a duration, and draws the chart again %s", async (_, changes, duration, percentages) => {
    await writeChartItem(makeCounted(changes));
    const before = await readChartItem(guid);
    expect(await register("--adopt", saveFeed({ [guid]: `${duration}` }))).toMatchObject({ stdout: CORRECTED });
    const points = percentages.length;
    const updatedAt = expect.not.stringMatching(/^2026-01-01/);
    const drawing = { duration, points, updatedAt, chart: expect.any(Uint8Array), drawnListeners: 4 };
    expect(await readChartItem(guid)).toEqual({ ...before, ...drawing });
    expect(await readChart(guid)).toEqual({
      guid,
      duration,
      data: percentages.map((percentage, time) => ({ time, percentage })),
    });
  });

  it.each<[string, object, readonly string[], object?]>([
    ["what lies beyond the end of the drawing: it could be one listener, however often", {}, ["3", "4", "60"]],
    [
      "those who heard only what is new, but takes them for listeners",
      { counts: packCounts(Uint32Array.of(4, 3, 9)), drawnListeners: undefined },
      ["4"],
      { listeners: 9, drawnListeners: 4 },
    ],
    ["beside a drawing that is no gzip, whose end nobody knows", { chart: Buffer.from("no gzip") }, ["1"]],
    ["beside a drawing that is no curve, whose end nobody knows", { chart: gzipSync("{}") }, ["1"]],
    [
      "a chart that lacks listeners: what is new could be one of them",
      { counts: packCounts(Uint32Array.of(4, 3)), drawnListeners: 3 },
      ["4"],
    ],
    [
      "for an episode with too few listeners to be drawn yet",
      { chart: undefined, points: undefined, updatedAt: undefined, drawnListeners: undefined },
      ["4"],
    ],
  ])("corrects a duration, but does not draw %s", async (_, changes, durations, corrected) => {
    await writeChartItem(makeCounted(changes));
    const before = await readChartItem(guid);
    for (const duration of durations) {
      expect(await register("--adopt", saveFeed({ [guid]: duration }))).toMatchObject({ stdout: CORRECTED });
      expect(await readChartItem(guid)).toEqual({ ...before, duration: Number(duration), ...corrected });
    }
  });

  it("leaves a chart that was imported as it is, and says so", async () => {
    const plain = { guid, duration: 2, data: [{ time: 0, percentage: 100 }] };
    await writeChartItem(plain);
    expect(await register("--adopt", saveFeed({ [guid]: "4" }))).toMatchObject({
      code: 0,
      stdout:
        "0 registered, 0 corrected, 0 unchanged, 1 imported with another duration, and left as they are, 0 refused\n",
    });
    expect(await readChartItem(guid)).toEqual(plain);
  });

  it("refuses an episode without a duration by name, and registers the others", async () => {
    const bad = crypto.randomUUID();
    const feed = saveFeed({ [guid]: "60", [bad]: undefined, [`${bad}-2`]: "soon" });
    expect(await register(feed)).toMatchObject({
      code: 1,
      stdout: "1 registered, 0 corrected, 0 unchanged, 2 refused\n",
      refusals: [
        fact("no-duration-to-register", "", { episode: bad }),
        fact("bad-duration-to-register", '"soon"', { episode: `${bad}-2` }),
      ],
    });
    expect(await readChartItem(bad)).toBeUndefined();
  });

  it("refuses an episode that is in two feeds, or whose feed gives it two durations", async () => {
    const twice = composeFeedOf({ [guid]: "60", [`${guid}-2`]: "1", again: "2" }).replace("again", `${guid}-2`);
    const [one, other] = [saveFeed({ [guid]: "60" }), save("two.xml", twice)];
    expect(await register(one, other)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^If these feeds are of one show, .*\n.*\n.*\nNo episode can be registered\.\n$/),
      refusals: [
        fact("in-two-feeds", `${one} and ${other}`, { episode: guid }),
        fact("several-durations", "1 s and 2 s", { episode: `${guid}-2` }),
      ],
    });
    expect(await readChartItem(guid)).toBeUndefined();
  });

  it("refuses a GUID that a feed gives to several episodes, and registers the others", async () => {
    const items = [1, 2].map((number) => {
      return {
        guid,
        title: `Tide ${number}`,
        "itunes:duration": "60",
        more: `<enclosure url="https://e.test/${number}"/>`,
      };
    });
    const feed = save("shared.xml", composeFeed([...items, { guid: `${guid} other`, "itunes:duration": "60" }]));
    expect(await register(feed)).toMatchObject({
      code: 1,
      stdout: "1 registered, 0 corrected, 0 unchanged, 1 refused\n",
      refusals: [fact("of-several-episodes", '"Tide 1" and "Tide 2"', { episode: guid })],
    });
    expect(await readChartItem(guid)).toBeUndefined();
  });

  it.each(["hh:mm:ss", "45 min", "00:45:30:00", "1h 2m", "-45", "45,5", "0", "PT45M"])(
    "names what a feed has in place of a duration: %s",
    async (duration) => {
      expect(await register(saveFeed({ [guid]: duration }))).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\nNo episode can be registered\.\n$/),
        refusals: [fact("bad-duration-to-register", `"${duration}"`, { episode: guid })],
      });
    },
  );

  it("refuses a file that is missing", async () => {
    const stderr = expect.stringMatching(/^missing\.xml: There is no such file\./);
    expect(await register("missing.xml")).toMatchObject({ code: 1, stdout: "", stderr });
  });

  it("names an item that is malformed, or whose chart would be too long, and registers the others", async () => {
    await writeChartItem(makeCounted({ counts: Buffer.from("no gzip") }));
    const counts = packCounts(Uint32Array.of(4, 3));
    await writeChartItem({ ...makeCounted({ counts }), guid: `${guid} long` });
    // DynamoDB allows 400 KB.
    await writeChartItem({ ...makeCounted({ counts }), guid: `${guid} full`, note: "x".repeat(409_000) });
    const [long, full, other] = [`${guid} long`, `${guid} full`, `${guid} other`];
    const feed = saveFeed({ [guid]: "4", [long]: "700:00:00", [full]: "10:00:00", [other]: "4" });
    const { code, stdout, refusals } = await register("--adopt", feed);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "1 registered, 0 corrected, 0 unchanged, 3 refused\n" });
    for (const [episode, has] of [
      [guid, "counts can't be unpacked"],
      [long, /63 MB of JSON; the limit is 5 MB/],
      [full, "Item size to update has exceeded the maximum allowed size"],
    ] as const)
      expect(refusals).toContainEqual(fact("not-corrected", has, { episode }));
    expect(await readChartItem(other)).toEqual({ guid: other, duration: 4 });
  });
});

describe("an episode's feed", () => {
  const SELF = "https://one.example/rss";
  const ONE = `<podcast:guid>9b024349</podcast:guid><atom:link rel="self" href=" ${SELF} "/>`;
  const WITHOUT_GUID = `<atom:link rel="next" href="https://one.example/2"/><atom:link rel="self" href="${SELF}"/>`;
  const LINK = "<link>https://one.example/</link>";
  const OTHER = '<atom:link rel="self" href="https://other.example/rss"/>';
  const ALL = new Set([SELF, "9b024349"]);

  const saveShow = (channel: string, duration = "60") => {
    const item = { guid, "itunes:duration": duration, more: "<link>https://one.example/ep</link>" };
    return save(`${crypto.randomUUID()}.xml`, composeFeed([item], undefined, channel));
  };
  const readFeeds = async () => (await readChartItem(guid))?.feeds;

  it("is noted by its address and its guid, which is added once it has one, and not by its link", async () => {
    await register(saveShow(WITHOUT_GUID + LINK));
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: new Set([SELF]) });
    expect((await register(saveShow(ONE + LINK, "61"))).stdout).toContain("1 corrected");
    expect(await readChartItem(guid)).toEqual({ guid, duration: 61, feeds: ALL });
    expect(await register(saveShow(WITHOUT_GUID, "62"))).toMatchObject({
      code: 1,
      refusals: [fact("of-another-feed", "", { mismatch: "no guid" })],
    });
    expect(await readChartItem(guid)).toEqual({ guid, duration: 61, feeds: ALL });
  });

  it("is noted without a query, user or password, and known by them", async () => {
    const saveSecret = (key: string) =>
      saveShow(`<atom:link rel="self" href="https://user:password@one.example/rss?key=${key}"/>`);
    const raw = "https://user:password@one.example/rss?key=secret";
    for (const feeds of [undefined, new Set([raw, "https://one.example/"])]) {
      if (feeds) await writeChartItem({ guid, duration: 60, feeds });
      expect(await register(saveSecret("secret"))).toMatchObject({ code: 0 });
      const noted = feeds ? ["https://one.example/"] : [];
      expect(await readFeeds()).toEqual(
        new Set([...noted, expect.stringMatching(/^https:\/\/one\.example\/rss#sha256-[0-9a-f]{64}$/)]),
      );
    }
    for (const channel of [saveSecret("other"), saveShow(OTHER)]) {
      const { code, stderr } = await register(channel);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("https://one.example/rss…)") });
      expect(stderr).not.toMatch(/secret|password|sha256/);
    }
  });

  it("keeps other feeds from its GUIDs, by name, until one is told what to do: the show has moved", async () => {
    await register(saveShow(ONE));
    for (const args of [[], ["--adopt"], ["--moved-from", "https://third.example/rss"]]) {
      const feed = saveShow(OTHER, "90");
      const { code, stdout, refusals } = await register(...args, feed);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "0 registered, 0 corrected, 0 unchanged, 1 refused\n" });
      const mismatch = { mismatch: "no guid", name: feed, door: "register" };
      expect(refusals).toEqual([fact("of-another-feed", `(9b024349, ${SELF})`, { episode: guid, ...mismatch })]);
    }
    expect(await readChartItem(guid)).toEqual({ guid, duration: 60, feeds: ALL });
    const moved = saveShow(`<podcast:guid>9B024349</podcast:guid>${OTHER}`.replace("9B", "9b"), "90");
    expect((await register(moved)).refusals).toEqual([fact("of-another-feed", "", { mismatch: "other address" })]);
    expect((await register("--moved-from", SELF, moved)).stdout).toContain("1 corrected");
    expect(await readFeeds()).toEqual(new Set(["9b024349", "https://other.example/rss"]));
    expect((await register(moved)).stdout).toContain("1 unchanged");
    expect(await register(saveShow(ONE))).toMatchObject({ code: 1 });
  });

  it.each(["--moved-from", "--same-show-as"])(
    "gives %s nothing to a stranger's feed beside the show's",
    async (flag) => {
      await register(saveShow(ONE));
      const later = save(
        "later.xml",
        composeFeed([{ guid: "later", "itunes:duration": "60" }], "", `<podcast:guid>9b024349</podcast:guid>${OTHER}`),
      );
      const stranger = saveShow('<atom:link rel="self" href="https://rival.example/rss"/>');
      for (const feeds of [
        [later, stranger],
        [stranger, later],
      ])
        expect(await register(flag, SELF, ...feeds)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining("Pass it alone.\n"),
        });
      expect(await readFeeds()).toEqual(ALL);
    },
  );

  it("loses an episode that another one takes by its GUID, and no other", async () => {
    const other = crypto.randomUUID();
    const two = [guid, other].map((each) => ({ guid: each, "itunes:duration": "60" }));
    const [one, rival] = [ONE, OTHER].map((channel) =>
      save(`${crypto.randomUUID()}.xml`, composeFeed(two, "", channel)),
    );
    await register(String(one));
    const { code, stdout, stderr } = await register("--take", other, String(rival));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "0 registered, 0 corrected, 1 unchanged, 1 refused\n" });
    expect(stderr).toContain(`episode ${other}: Taken from 9b024349, ${SELF}.\nepisode ${guid}: Another feed`);
    expect(await readFeeds()).toEqual(ALL);
    expect((await readChartItem(other))?.feeds).toEqual(new Set(["https://other.example/rss"]));
    expect(await register("--take", "none", String(rival))).toMatchObject({
      code: 1,
      stderr: 'No feed has the episode "none" of --take. Check its GUID.\n',
    });
  });

  it("does nothing with --replace, but names what came in its place", async () => {
    expect(await register("--replace", saveShow(ONE))).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        "--replace was two options. Pass --adopt for charts without an owner, and --take GUID for an episode of another feed.\n",
    });
    expect(await readChartItem(guid)).toBeUndefined();
  });

  it.each<[string, object]>([
    ["imported", { duration: 2, data: [{ time: 0, percentage: 100 }] }],
    ["drawn by the collector", makeCounted({ counts: packCounts(Uint32Array.of(4, 3)) })],
    ["counted, and not drawn yet", makeCounted({ chart: undefined, points: undefined, drawnListeners: 0 })],
    ["of a platform", { duration: 2, "curve:apple": { duration: 2, data: [{ time: 0, percentage: 100 }] } }],
  ])("is none for an item with a chart that was %s and no owner, until one adopts it", async (_, item) => {
    await writeChartItem({ ...item, guid });
    const before = await readChartItem(guid);
    for (const channel of ["", OTHER])
      for (const args of [[], ["--take", guid]]) {
        const { code, stdout, stderr } = await register(...args, saveShow(channel, "4"));
        expect([code, stdout]).toEqual([
          0,
          "0 registered, 0 corrected, 0 unchanged, 1 left without an owner, 0 refused\n",
        ]);
        expect(stderr).toMatch(/^1 episode has a chart and no owner: .+ --adopt \S+\.xml$/m);
      }
    expect(await readChartItem(guid)).toEqual(before);
    expect(await register("--adopt", saveShow(OTHER, "4"))).toMatchObject({ code: 0 });
    expect(await readFeeds()).toEqual(new Set(["https://other.example/rss"]));
    expect(await register(saveShow(ONE))).toMatchObject({ code: 1 });
  });

  it("without an identity is not noted, corrects what was counted since with --adopt, and takes nothing", async () => {
    for (const channel of [
      LINK,
      "<link> </link>",
      `<atom:link rel="self" href="https://e.test/${"x".repeat(2_048)}"/>`,
    ]) {
      await register(saveShow(channel, "2"));
      expect(await readChartItem(guid)).toEqual({ guid, duration: 2 });
    }
    await writeChartItem(makeCounted({ counts: packCounts(Uint32Array.of(4, 3)) }));
    expect((await register(saveShow("", "4"))).stderr).toContain("register --adopt");
    expect((await register("--adopt", saveShow("", "4"))).stdout).toBe(CORRECTED);
    expect(await readChartItem(guid)).toMatchObject({ duration: 4, points: 4 });
    await register("--adopt", saveShow(OTHER, "4"));
    for (const args of [[], ["--adopt"], ["--take", guid], ["--moved-from", "https://other.example/rss"]])
      expect(await register(...args, saveShow(LINK, "5"))).toMatchObject({ code: 1 });
    expect(await readChartItem(guid)).toMatchObject({ duration: 4, feeds: new Set(["https://other.example/rss"]) });
  });

  it("that 0.1.0 noted with its link is known, and its link is taken out", async () => {
    await writeChartItem({ guid, duration: 60, feeds: new Set([...ALL, "https://one.example/"]) });
    expect((await register(saveShow(ONE + LINK))).stdout).toContain("1 unchanged");
    expect(await readFeeds()).toEqual(ALL);
    await writeChartItem({ guid, duration: 60, feeds: new Set(["9b024349", "https://one.example/"]) });
    expect(await register(saveShow(`<podcast:guid>9b024349</podcast:guid>${LINK}`))).toMatchObject({ code: 0 });
    expect(await readFeeds()).toEqual(new Set(["9b024349"]));
  });

  it("counts if it is the noted one of two feeds, and the other is named", async () => {
    const [one, other] = [saveShow(ONE, "90"), saveShow(OTHER)];
    expect(await register(one, other)).toMatchObject({
      code: 1,
      refusals: [fact("in-two-feeds")],
    });
    await register(saveShow(ONE));
    for (const [duration, ...feeds] of [
      ["90", other, one],
      ["80", saveShow(ONE, "80"), other],
    ] as const) {
      expect(await register(...feeds)).toMatchObject({
        code: 0,
        stdout: CORRECTED,
        stderr: `episode ${guid}: ${other} has its GUID, but another feed has registered it. That one counts.\n`,
      });
      expect(await readChartItem(guid)).toMatchObject({ duration: Number(duration) });
    }
  });
});

it("charts -- list shows listeners where they are known, and episodes without a chart", async () => {
  await writeChartItem(makeCounted());
  const registered = crypto.randomUUID();
  await register(saveFeed({ [registered]: "60" }));
  const { stdout } = await runCommand("charts", ["list"]);
  expect(stdout).toMatch(/^ DURATION {2}LISTENERS {3}POINTS {2}UPDATED {17} {2}SOURCES {16} {2}GUID$/m);
  expect(stdout).toMatch(new RegExp(`^ +\\S+ +4 +2  2026-01-01T00:00:00\\.000Z  collector {14}  ${guid}$`, "m"));
  expect(stdout).toMatch(new RegExp(`^ +1:00 +- +-  - {23}  - {22}  ${registered}$`, "m"));
});
