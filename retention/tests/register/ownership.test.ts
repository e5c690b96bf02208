import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { listen } from "../../../tests/support/collector.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { PUBLIC_KEY } from "../../../tests/support/keys.ts";
import { useLog } from "../../../tests/support/log.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startRoutes } from "../../../tests/support/routes.ts";
import { callEpisodes, getAdminToken, readEvent, useConfiguredService } from "../../../tests/support/service.ts";
import { startStandIn } from "../../../tests/support/stand-in.ts";
import { deleteChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { composeSession } from "../support/import.ts";
import { readEpisodes } from "../support/report.ts";

useConfiguredService();
useLog();
const save = useFolder();
const run = (...args: string[]) => runCommand("charts", args);

const service = await startRoutes();
afterAll(service.stop);
const OVER_HTTP = ["--url", service.url, "--public-key-file", save("key", PUBLIC_KEY)];

const OWNER = { guid: "9b024349", self: "https://one.example/rss", link: "https://one.example/" };
const DATA = [{ time: 0, percentage: 100 }];

/** Saves a feed with both episodes, and what tells it from others. */
function saveShow(name: string, { guid, self, link }: Partial<typeof OWNER>, duration = "60"): string {
  const items = ["owned", "unowned"].map((each) => ({ guid: each, title: each, "itunes:duration": duration }));
  const identities = [
    guid === undefined ? "" : `<podcast:guid>${guid}</podcast:guid>`,
    self === undefined ? "" : `<atom:link rel="self" href="${self}"/>`,
    link === undefined ? "" : `<link>${link}</link>`,
  ];
  return save(`${name}.xml`, composeFeed(items, name).replace("<item>", `${identities.join("")}<item>`));
}

const own = saveShow("own", OWNER);
const report = save("report.html", "");

/** Feeds that copy what they can, and own nothing that is noted. */
const RIVALS = {
  "its GUIDs": saveShow("guids", { link: "https://rival.example/" }),
  "its GUIDs and its podcast:guid": saveShow("podcast-guid", { guid: OWNER.guid, link: "https://rival.example/" }),
  "its GUIDs, and says nothing of itself": saveShow("nothing", {}),
};

const LEFT_OUT =
  "episode owned: Another feed has registered it (9b024349, https://one.example/, https://one.example/rss). Name its GUID if you mean it.\n";

beforeEach(async () => {
  await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(Object.values(OWNER)) });
  await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
});

/** A feed that gives a GUID to two episodes, by default a stranger's. */
function saveShared(name = "shared", link = "https://rival.example/"): string {
  const items = [1, 2].map((number) => {
    const more = `<enclosure url="https://rival.example/${number}.mp3"/>`;
    return { guid: "owned", title: `Stranger ${number}`, "itunes:duration": "60", more };
  });
  return save(`${name}.xml`, composeFeed(items, "Strangers", `<link>${link}</link>`));
}

const readGuids = async () => (await readChartItems()).map(({ guid }) => guid).sort();

describe.each(Object.entries(RIVALS))("a feed that copies %s", (_, feed) => {
  it.each([
    ["the table", []],
    ["HTTP", OVER_HTTP],
  ])("gets no chart of another feed in a report from %s, but one that nobody owns", async (_, way) => {
    const { code, stderr } = await run("report", "--feed", feed, "--out", report, ...way);
    expect({ code, names: stderr.includes(LEFT_OUT) }).toEqual({ code: 1, names: true });
    expect(readEpisodes(report).map(({ guid }) => guid)).toEqual(["unowned"]);
  });

  it("gets none in an export", async () => {
    for (const args of [[], ["--curves"]]) {
      const { code, stdout, stderr } = await run("export", ...args, "--feed", feed);
      expect({ code, names: stderr.includes(LEFT_OUT) }).toEqual({ code: 1, names: true });
      expect(stdout).toMatch(/^\{"version":1,"guid":"unowned".*\}\n$/);
    }
  });

  it("deletes none, nor says that it would", async () => {
    const dry = await run("delete", "--dry-run", "--feed", feed);
    expect(dry).toMatchObject({ code: 1, stdout: "unowned\n1 chart would be deleted\n", stderr: LEFT_OUT });
    const { code, stdout, stderr } = await run("delete", "--feed", feed);
    expect({ code, stdout, names: stderr.includes(LEFT_OUT) }).toEqual({
      code: 1,
      stdout: "1 chart deleted\n",
      names: true,
    });
    expect(await readGuids()).toEqual(["owned"]);
    const platform = await run("delete", "--source", "own", "--feed", feed);
    expect(platform).toMatchObject({ code: 1, stderr: expect.stringContaining(LEFT_OUT) });
    expect((await run("delete", "owned")).stdout).toBe("1 chart deleted\n");
  });
});

describe.each(Object.entries(RIVALS))("a feed that copies %s, and gives another duration,", (_, feed) => {
  it("changes no episode that has a chart with register, nor what list shows", async () => {
    const longer = save("longer.xml", readFileSync(feed, "utf8").replaceAll(">60<", ">90<"));
    const [before, listed] = [await readChartItems(), await run("list")];
    const { code, stdout, stderr } = await run("register", longer);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(" 1 refused\n") });
    expect(stderr).toContain("episode owned: Another feed has registered it");
    expect(stderr).toMatch(/^1 have charts and no owner yet: check that they are this show's, then pass --replace\.$/m);
    expect([await readChartItems(), await run("list")]).toEqual([before, listed]);
  });
});

it("a feed that copies the podcast:guid alone selects nothing, and registers its own episodes", async () => {
  const channel = `<podcast:guid>${OWNER.guid}</podcast:guid><link>https://rival.example/</link>`;
  const feed = save("other.xml", composeFeed([{ guid: "other", "itunes:duration": "60" }], "Other", channel));
  const before = await readChartItems();
  expect(await run("report", "--feed", feed, "--out", report)).toMatchObject({ code: 1 });
  expect(await run("export", "--feed", feed)).toMatchObject({ code: 0, stdout: "" });
  expect(await run("delete", "--feed", feed)).toMatchObject({
    code: 0,
    stdout: "0 charts deleted, 1 not in the table\n",
  });
  expect(await readChartItems()).toEqual(before);
  expect((await run("register", feed)).stdout).toBe("1 registered, 0 corrected, 0 unchanged, 0 refused\n");
  await deleteChartItem("other");
});

describe("over HTTP, with the table's charts", () => {
  it("a report asks for each episode once, also where two feeds have it, and for none that is not in it", async () => {
    const feeds = ["--feed", RIVALS["its GUIDs"], "--feed", own];
    const ask = async (...args: readonly string[]) => {
      service.requests.length = 0;
      const outcome = await run("report", ...args, "--out", report, ...OVER_HTTP);
      return { ...outcome, asked: service.requests.map(({ route }) => route) };
    };
    expect(await ask(...feeds)).toMatchObject({ code: 1, asked: ["GET /token", "POST /charts", "POST /charts"] });
    const one = await ask("unowned", ...feeds, "--feed", saveShared());
    expect(one).toMatchObject({ code: 0, asked: ["GET /token", "POST /charts"] });
    expect(one.stderr).not.toContain("episode owned");
  });

  it.each([
    ["the table", []],
    ["HTTP", OVER_HTTP],
  ])("a report from %s counts what two feeds have and nobody has imported", async (_, way) => {
    await deleteChartItem("unowned");
    const feeds = [RIVALS["its GUIDs"], own].flatMap((feed) => ["--feed", feed]);
    const { code, stderr } = await run("report", ...feeds, "--out", report, ...way);
    expect({ code, names: stderr.includes("episode unowned") }).toEqual({ code: 0, names: false });
    expect(stderr).toContain("Left out, because they have no chart: 1 of the feed's 2 episodes.\n");
  });

  it("a service that says nothing of owners has none noted", async () => {
    const standIn = await startStandIn(service.url, async (request, askService) => {
      const { status, headers, body } = await askService(request);
      const kept = [...headers].filter(([name]) => name !== "chart-feeds");
      return new Response(body, { status, headers: kept });
    });
    const ask = (...feeds: readonly string[]) =>
      run("report", ...feeds.flatMap((feed) => ["--feed", feed]), "--out", report, ...OVER_HTTP, "--url", standIn);
    expect(await ask(RIVALS["its GUIDs"])).toMatchObject({ code: 0 });
    expect(readEpisodes(report)).toHaveLength(2);
    const both = await ask(RIVALS["its GUIDs"], own);
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining("owned: Two feeds have this GUID,") });
  });

  it("POST /episodes changes none of another feed, nor one that nobody owns", async () => {
    const before = await readChartItems();
    for (const feed of ["https://rival.example/", undefined]) {
      const body = JSON.stringify(["owned", "unowned"].map((guid) => ({ guid, duration: 90, feed })));
      const answer = await callEpisodes(readEvent("episodes", { adminToken: await getAdminToken(), body }));
      expect(answer.body.episodes).toMatchObject([
        { guid: "owned", status: "refused" },
        { guid: "unowned", status: "unchanged" },
      ]);
    }
    expect(await readChartItems()).toEqual(before);
  });

  it("the collector takes listens of any episode, whoever owns it, and leaves its owner", async () => {
    const before = await readChartItems();
    for (const guid of ["owned", "unowned"]) expect(await listen({ guid })).toMatchObject({ status: 202 });
    expect(await readChartItems()).toEqual(before);
  });
});

describe("two feeds of one owner, of which one's address alone is noted,", () => {
  const feeds = [saveShow("mp3", { self: OWNER.self, link: OWNER.link }), saveShow("flac", { link: OWNER.link })];

  it.each(["register", "report", "export", "delete"])("own its charts in %s, in both orders", async (command) => {
    for (const each of [feeds, feeds.toReversed()]) {
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set([OWNER.self]) });
      await deleteChartItem("unowned");
      const args = command === "register" ? each : each.flatMap((feed) => ["--feed", feed]);
      const outcome = await run(command, ...args, ...(command === "report" ? ["--out", report] : []));
      expect(outcome).toMatchObject({ code: 0, stderr: expect.not.stringContaining("owned:") });
    }
  });
});

describe("a GUID that several items have", () => {
  const other = { self: "https://one.example/opus", link: OWNER.link };

  it.each([
    ["two episodes of its owner's feed", () => [saveShared("doubled", OWNER.link)]],
    ["an episode of two of its owner's feeds", () => [own, saveShow("opus", other)]],
    ["both", () => [saveShared("doubled", OWNER.link), own, saveShow("opus", other)]],
  ])("is exported and deleted once, if it is of %s", async (_, saveFeeds) => {
    const feeds = saveFeeds();
    for (const each of [feeds, feeds.toReversed()]) {
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(Object.values(OWNER)) });
      const args = each.flatMap((feed) => ["--feed", feed]);
      const exported = await run("export", ...args);
      expect({ code: exported.code, owned: exported.stdout.match(/"guid":"owned"/g) }).toEqual({
        code: 0,
        owned: ['"guid":"owned"'],
      });
      const dry = await run("delete", "--dry-run", ...args);
      expect({ code: dry.code, owned: dry.stdout.match(/^owned$/gm) }).toEqual({ code: 0, owned: ["owned"] });
      expect(await run("delete", ...args)).toMatchObject({ code: 0 });
      expect(await readGuids()).not.toContain("owned");
    }
  });

  it("is kept from a stranger's feed that gives it to two episodes", async () => {
    const exported = await run("export", "--feed", saveShared());
    expect(exported).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(LEFT_OUT) });
    expect(await run("delete", "--feed", saveShared())).toMatchObject({ code: 1, stdout: "0 charts deleted\n" });
    expect(await readGuids()).toContain("owned");
  });
});

describe.each([
  ["its GUIDs", "<link>https://rival.example/</link>"],
  ["its GUIDs and its podcast:guid", `<podcast:guid>${OWNER.guid}</podcast:guid><link>https://rival.example/</link>`],
  ["its GUIDs, and says nothing of itself", ""],
])("a feed alone that copies %s", (_, channel) => {
  const links = ["chapters", "transcript"].map(
    (name) => `<podcast:${name} url="https://rival.example/${name}" type="application/json"/>`,
  );
  const items = ["owned", "unowned"].map((guid) => ({
    guid,
    title: `Its ${guid}`,
    pubDate: "01 Nov 2026 08:00:00 GMT",
    more: `<psc:chapters xmlns:psc="http://podlove.org/simple-chapters"><psc:chapter start="0" title="It"/></psc:chapters>${links.join("")}`,
  }));
  const feed = save("words.xml", composeFeed(items, "Its show", channel));

  it.each([[["--all"]], [["owned", "unowned"]], [["owned", "unowned", ...OVER_HTTP]]])(
    "says nothing in a report of %j of what another feed has registered, and is named",
    async (selected) => {
      const { code, stderr } = await run("report", ...selected, "--feed", feed, "--out", report);
      expect(code).toBe(0);
      expect(stderr).toContain(
        `episode owned: Another feed has registered it (${Object.values(OWNER).sort().join(", ")}). What ${feed} says of it is left out.\n`,
      );
      expect(stderr).toContain("The feed links the transcripts of 1 episode.");
      expect(readFileSync(report, "utf8")).not.toContain("Its owned");
      const [unowned, owned] = readEpisodes(report);
      expect(unowned).toMatchObject({ title: "Its unowned", show: "Its show", date: "2026-11-01" });
      expect(unowned?.chapters).toHaveLength(1);
      expect(owned).toMatchObject({ title: "owned" });
      for (const name of ["show", "date", "chapters"]) expect(owned).not.toHaveProperty(name);
    },
  );

  it("says nothing beside a second stranger's, in both orders, nor of what nobody owns", async () => {
    const second = saveShow("second", { link: "https://second.example/" });
    await writeChartItem({ guid: "owned", duration: 60 });
    for (const feeds of [
      [feed, second],
      [second, feed],
    ]) {
      const args = feeds.flatMap((each) => ["--feed", each]);
      const { code, stderr } = await run("report", "--all", ...args, "--out", report);
      expect(code).toBe(0);
      expect(stderr).toContain(`episode unowned: Two feeds have this GUID, ${feeds.join(" and ")}.`);
      // Nothing is said of what has no chart.
      expect(stderr).not.toContain("episode owned");
      expect(readEpisodes(report).map(({ title, show }) => [title, show])).toEqual([["unowned", undefined]]);
    }
  });
});

describe("the feed that is noted", () => {
  it.each(["register", "import", "report", "export", "delete"])(
    "has its charts in %s beside a rival that gives their GUID to two episodes",
    async (command) => {
      const curve = { guid: "owned", source: "apple", duration: 60, data: DATA };
      const rest = {
        import: [save("curve.jsonl", `${JSON.stringify(curve)}\n`)],
        report: ["--out", report],
      }[command];
      const feeds = [saveShared(), own];
      for (const each of [feeds, feeds.toReversed()]) {
        await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(Object.values(OWNER)) });
        const args = command === "register" ? each : each.flatMap((feed) => ["--feed", feed]);
        const outcome = await run(command, ...args, ...(rest ?? []));
        expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining("That one counts.") });
      }
    },
  );

  it.each([[], ["--all"], ["owned"], OVER_HTTP, ["owned", ...OVER_HTTP]])(
    "gives its titles to a report, wherever it is named: %j",
    async (...selected) => {
      const feeds = [RIVALS["its GUIDs"], own];
      for (const each of [feeds, feeds.toReversed()]) {
        await run("report", ...selected, ...each.flatMap((feed) => ["--feed", feed]), "--out", report);
        expect(readEpisodes(report).find(({ guid }) => guid === "owned")).toMatchObject({ show: "own" });
      }
    },
  );

  it.each([["report"], ["report", ...OVER_HTTP], ["export"], ["delete"]])(
    "has its charts in %s %s, also beside a rival, which is named",
    async (command, ...way) => {
      const out = command === "report" ? ["--out", report, ...way] : [];
      expect(await run(command, "--feed", own, ...out)).toMatchObject({ code: 0 });
      if (command === "report") expect(readFileSync(report, "utf8")).toContain('"owned"');
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(Object.values(OWNER)) });
      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
      const rival = RIVALS["its GUIDs"];
      const { code, stderr } = await run(command, "--feed", rival, "--feed", own, ...out);
      expect(stderr).toContain(
        `episode owned: ${rival} has its GUID, but another feed has registered it. That one counts.\n`,
      );
      // Nobody knows whose this is.
      expect(stderr).toContain("episode unowned: Two feeds have this GUID,");
      expect(code).toBe(1);
      if (command === "delete") expect(await readGuids()).toEqual(["unowned"]);
    },
  );
});

describe("an import with a feed", () => {
  const line = (guid: string, duration = 60) =>
    `${JSON.stringify({ guid, source: "youtube", duration, data: DATA })}\n`;
  const find = async (guid: string) => (await readChartItems()).find((item) => item.guid === guid);

  it("notes the feed on new episodes of its own, and on no others", async () => {
    for (const guid of ["owned", "unowned"]) await deleteChartItem(guid);
    await writeChartItem({ guid: "charted", duration: 60, data: DATA });
    const file = save("new.jsonl", ["owned", "charted", "of no feed"].map((guid) => line(guid)).join(""));
    expect(await run("import", "--feed", own, file)).toMatchObject({ code: 0 });
    expect((await find("owned"))?.feeds).toEqual(new Set(Object.values(OWNER)));
    expect([await find("charted"), await find("of no feed")].map((item) => item?.feeds)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await run("register", own)).stdout).toBe("1 registered, 0 corrected, 1 unchanged, 0 refused\n");
  });

  it("leaves a chart without an owner as it is, and refuses a rival's duration for another feed's", async () => {
    const rival = saveShow("longer", { link: "https://rival.example/" }, "90");
    const file = save("rival.jsonl", ["owned", "unowned"].map((guid) => line(guid, 90)).join(""));
    expect(await run("import", "--feed", rival, file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^episode owned: Another feed has registered it \(.+\)\. Pass its own feed as --feed, or no feed and --duration\.$/m,
      ),
    });
    expect(await find("owned")).not.toHaveProperty("curve:youtube");
    expect(await find("unowned")).toMatchObject({ "curve:youtube": expect.anything(), duration: 60 });
    expect((await find("unowned"))?.feeds).toBeUndefined();
    // The feed says nothing of a curve of another length.
    const whole = save("whole.jsonl", line("owned"));
    expect(await run("import", "--feed", rival, whole)).toMatchObject({ code: 0 });
  });

  describe("that has another duration than a chart without an owner", () => {
    const rows = Array.from({ length: 90 }, (_, second) => `unowned,own,${second},${second < 2 ? 2 : 1}`);
    const files = {
      sessions: composeSession("unowned", [0, 1]),
      counts: `guid,source,time,listeners\n${rows.join("\n")}\n`,
      "a chart": `${JSON.stringify({ guid: "unowned", duration: 90, data: DATA })}\n`,
    };
    const other = `${JSON.stringify({ guid: "other", source: "own", duration: 5, data: DATA })}\n`;
    const inputs = (name: keyof typeof files) => [save("input", files[name]), save("other.jsonl", other)];
    const { chart, points, updatedAt } = packChart({ guid: "unowned", duration: 60, data: DATA }, new Date());
    const platform = { chart, points, updatedAt, duration: 60 };
    const charted = {
      "a plain chart": { data: DATA },
      "a packed chart": { chart, points, updatedAt, source: "own" },
      "counts that are not drawn": { counts: packCounts(Uint32Array.of(2, 1)), listeners: 2, source: "sessions" },
      "a platform's curve": { "curve:apple": platform, sources: new Set(["apple"]), shown: "apple" },
    };
    const longer = saveShow("own-90", OWNER, "90");
    const nameless = saveShow("nothing-90", {}, "90");

    it.each(
      Object.entries(charted).flatMap(([kind, item]) =>
        (["sessions", "counts", "a chart"] as const).map((name) => [name, kind, item] as const),
      ),
    )("leaves it as it is, and imports the rest: %s in place of %s", async (name, _, item) => {
      await writeChartItem({ guid: "unowned", duration: 60, ...item });
      await deleteChartItem("other");
      const before = await find("unowned");
      const { code, stdout, stderr } = await run("import", "--feed", longer, ...inputs(name));
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: "1 chart written (1 own): 1 new, 1 refused (1 without an owner)\n",
      });
      expect(stderr).toContain(
        `episode unowned: It has a chart of 60 s and no owner, and ${longer} has 90 s. If that is its show's feed, run "register --replace" with it, then import again. If not, pass no feed and --duration.\n`,
      );
      expect(await find("unowned")).toEqual(before);
    });

    it.each(["sessions", "counts", "a chart"] as const)("does what its advice says with %s", async (name) => {
      expect(await run("register", "--replace", longer)).toMatchObject({ code: 0 });
      expect(await run("import", "--feed", longer, ...inputs(name))).toMatchObject({ code: 0 });
      expect(await find("unowned")).toMatchObject({ duration: 90, feeds: new Set(Object.values(OWNER)) });

      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
      const refused = await run("import", "--feed", nameless, ...inputs(name));
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("show's feed, pass --replace. If not,"),
      });
      expect(await run("import", "--replace", "--feed", nameless, ...inputs(name))).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^episode unowned: Its duration was 60 s, and is 90 s now, as in the feed\.$/m),
      });
      expect(await find("unowned")).toMatchObject({ duration: 90 });

      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
      const alone = save("input", files[name]);
      expect(await run("import", ...(name === "a chart" ? [] : ["--duration", "90"]), alone)).toMatchObject({
        code: 0,
      });
      expect(await find("unowned")).toMatchObject({ duration: 90 });
    });

    it.each([undefined, null, "60", { seconds: 60 }])("says that there is no duration: %j", async (duration) => {
      await writeChartItem({ guid: "unowned", duration, data: DATA });
      expect((await run("import", "--feed", longer, ...inputs("sessions"))).stderr).toContain(
        `It has a chart without a duration and no owner, and ${longer} has 90 s.`,
      );
    });

    it("hinders nobody whose duration is the same, who has no chart yet, or whose feed is corrected", async () => {
      const [sessions = ""] = inputs("sessions");
      const shorter = saveShow("own-60", OWNER, "60");
      expect(await run("import", "--feed", shorter, sessions)).toMatchObject({ code: 0 });
      expect(await find("unowned")).toMatchObject({ source: "sessions", duration: 60 });
      const [feeds, durations] = [new Set(Object.values(OWNER)), { [shorter]: 60, [longer]: 90 }];
      for (const order of [Object.entries(durations), Object.entries(durations).reverse()])
        for (const isRegistered of [false, true]) {
          await deleteChartItem("unowned");
          if (isRegistered) await writeChartItem({ guid: "unowned", duration: 60 });
          for (const [feed, duration] of order) {
            expect(await run("import", "--feed", feed, sessions)).toMatchObject({ code: 0 });
            expect(await find("unowned")).toMatchObject({ duration, feeds });
          }
        }
    });
  });

  it("takes the noted feed's duration, whatever a stranger's beside it says", async () => {
    const stranger = saveShow("stranger", { link: "https://rival.example/" }, "90");
    const session = save("session.json", composeSession("owned", [0, 1]));
    const { code, stderr } = await run("import", "--feed", stranger, "--feed", own, session);
    expect({ code, duration: (await find("owned"))?.duration }).toEqual({ code: 0, duration: 60 });
    expect(stderr).toContain(`episode owned: ${stranger} has its GUID, but another feed has registered it.`);
  });
});
