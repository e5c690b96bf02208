import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packCounts } from "../../../lib/episode/counts.ts";
import { packChart } from "../../../lib/episode/packed-chart.ts";
import { listen } from "../../../tests/support/collector.ts";
import { answerWith, loseAnswer, startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { composeFeed } from "../../../tests/support/feed.ts";
import { PUBLIC_KEY } from "../../../tests/support/keys.ts";
import { useLog } from "../../../tests/support/log.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startRoutes } from "../../../tests/support/routes.ts";
import { useConfiguredService } from "../../../tests/support/service.ts";
import { startStandIn } from "../../../tests/support/stand-in.ts";
import { deleteChartItem, readChartItems, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
import { composeSession, runForFacts } from "../support/import.ts";
import { readEpisodes } from "../support/report.ts";

useConfiguredService();
useLog();
const save = useFolder();
const run = runForFacts;

const service = await startRoutes();
afterAll(service.stop);
const OVER_HTTP = ["--url", service.url, "--public-key-file", save("key", PUBLIC_KEY)];

const OWNER = { guid: "9b024349", self: "https://one.example/rss", link: "https://one.example/" };
/** What is noted of it. Its link is no identity. */
const NOTED = [OWNER.guid, OWNER.self];
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

const rival = saveShow("rival", { self: "https://rival.example/rss" });

const LEFT_OUT = `episode owned: Another feed has registered it (${NOTED.toSorted().join(", ")}), and `;

beforeEach(async () => {
  await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(NOTED) });
  await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
});

/** A feed that gives a GUID to two episodes, by default a stranger's. */
function saveShared(name = "shared", self = "https://rival.example/rss", guid = "7c1f"): string {
  const items = [1, 2].map((number) => {
    const more = `<enclosure url="https://rival.example/${number}.mp3"/>`;
    return { guid: "owned", title: `Stranger ${number}`, "itunes:duration": "60", more };
  });
  return save(
    `${name}.xml`,
    composeFeed(items, "Strangers", `<podcast:guid>${guid}</podcast:guid><atom:link rel="self" href="${self}"/>`),
  );
}

const readGuids = async () => (await readChartItems()).map(({ guid }) => guid).sort();

describe("over HTTP, with the table's charts", () => {
  it("a report asks for each episode once, also where two feeds have it, and for none that is not in it", async () => {
    const feeds = ["--feed", rival, "--feed", own];
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
    const feeds = [rival, own].flatMap((feed) => ["--feed", feed]);
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
    expect(await ask(rival)).toMatchObject({ code: 0 });
    expect(readEpisodes(report)).toHaveLength(2);
    const both = await ask(rival, own);
    expect(both.refusals).toContainEqual(fact("in-two-feeds", "", { episode: "owned" }));
  });

  it("a report has the charts of a feed whose address is long, and not ASCII, and of no other that begins so", async () => {
    await deleteChartItem("unowned");
    const [own, other] = ["あ", "い"].map((end) =>
      saveShow(`long ${end}`, { self: `https://one.example/${"あ".repeat(2_000)}${end}` }),
    );
    await deleteChartItem("owned");
    expect(await run("register", String(own))).toMatchObject({ code: 0 });
    await run("import", save("long.jsonl", `${JSON.stringify({ guid: "owned", duration: 60, data: DATA })}\n`));
    const ask = (feed = "") => run("report", "--feed", feed, "--out", report, ...OVER_HTTP);
    expect(await ask(own)).toMatchObject({ code: 0 });
    expect(readEpisodes(report).map(({ guid }) => guid)).toEqual(["owned"]);
    expect(await ask(other)).toMatchObject({ code: 1, stderr: expect.stringContaining(" has another address. ") });
  });

  it("the collector takes listens of any episode, whoever owns it, and leaves its owner", async () => {
    const before = await readChartItems();
    for (const guid of ["owned", "unowned"]) expect(await listen({ guid })).toMatchObject({ status: 202 });
    expect(await readChartItems()).toEqual(before);
  });
});

describe("two feeds of one show, of which both are noted,", () => {
  const feeds = ["mp3", "flac"].map((name) =>
    saveShow(name, { self: `https://one.example/${name}`, guid: OWNER.guid }),
  );
  const noted = ["https://one.example/mp3", "https://one.example/flac", OWNER.guid];

  beforeEach(() => deleteChartItem("unowned"));

  it.each(["register", "report", "export", "delete"])("own its charts in %s, in both orders", async (command) => {
    for (const each of [feeds, feeds.toReversed()]) {
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(noted) });
      const args = command === "register" ? each : each.flatMap((feed) => ["--feed", feed]);
      const outcome = await run(command, ...args, ...(command === "report" ? ["--out", report] : []));
      expect(outcome).toMatchObject({ code: 0, stderr: expect.not.stringContaining("owned:") });
    }
  });

  it("own each new episode that both have, and none before both are noted somewhere", async () => {
    const refused = await run("register", ...feeds);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"register --same-show-as ADDRESS"') });
    expect(await readGuids()).toEqual(["owned"]);
    const [mp3 = "", flac = ""] = feeds;
    await deleteChartItem("owned");
    expect(await run("register", mp3)).toMatchObject({ code: 0 });
    expect(await run("register", flac)).toMatchObject({ code: 1 });
    expect(await run("register", "--same-show-as", "https://one.example/mp3/", flac)).toMatchObject({ code: 0 });
    await deleteChartItem("unowned");
    expect((await run("register", ...feeds)).stdout).toBe("1 registered, 0 corrected, 1 unchanged, 0 refused\n");
    for (const item of await readChartItems()) expect(item.feeds).toEqual(new Set(noted));
  });
});

describe("a GUID that several items have", () => {
  it.each([
    ["two episodes of its owner's feed", () => [saveShared("doubled", OWNER.self, OWNER.guid)]],
    ["an episode of two of its owner's feeds", () => [own, saveShow("opus", OWNER)]],
    ["both", () => [saveShared("doubled", OWNER.self, OWNER.guid), own, saveShow("opus", OWNER)]],
  ])("is exported and deleted once, if it is of %s", async (_, saveFeeds) => {
    const feeds = saveFeeds();
    await deleteChartItem("unowned");
    for (const each of [feeds, feeds.toReversed()]) {
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(NOTED) });
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

describe("a stranger's feed alone", () => {
  const channel = '<atom:link rel="self" href="https://rival.example/rss"/>';
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
      expect(stderr).toContain(`${LEFT_OUT}${feed} has no <podcast:guid>. `);
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
    const second = saveShow("second", { self: "https://second.example/rss" });
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
      await deleteChartItem("unowned");
      for (const each of [feeds, feeds.toReversed()]) {
        await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(NOTED) });
        const args = command === "register" ? each : each.flatMap((feed) => ["--feed", feed]);
        const outcome = await run(command, ...args, ...(rest ?? []));
        expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining("That one counts.") });
      }
    },
  );

  it.each([[], ["--all"], ["owned"], OVER_HTTP, ["owned", ...OVER_HTTP]])(
    "gives its titles to a report, wherever it is named: %j",
    async (...selected) => {
      const feeds = [rival, own];
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
      await deleteChartItem("unowned");
      expect(await run(command, "--feed", own, ...out)).toMatchObject({ code: 0 });
      if (command === "report") expect(readFileSync(report, "utf8")).toContain('"owned"');
      await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(NOTED) });
      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
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

  it("notes the feed alone, whatever a file says", async () => {
    await deleteChartItem("owned");
    const forged = { guid: "owned", duration: 60, data: DATA, feeds: [...NOTED, "https://rival.example/rss"] };
    expect(await run("import", "--feed", own, save("forged.jsonl", `${JSON.stringify(forged)}\n`))).toMatchObject({
      code: 0,
    });
    expect((await find("owned"))?.feeds).toEqual(new Set(NOTED));
  });

  it("notes the feed on new episodes of its own, and on no others", async () => {
    for (const guid of ["owned", "unowned"]) await deleteChartItem(guid);
    await writeChartItem({ guid: "charted", duration: 60, data: DATA });
    const file = save("new.jsonl", ["owned", "charted", "of no feed"].map((guid) => line(guid)).join(""));
    expect(await run("import", "--feed", own, file)).toMatchObject({ code: 0 });
    expect((await find("owned"))?.feeds).toEqual(new Set(NOTED));
    expect([await find("charted"), await find("of no feed")].map((item) => item?.feeds)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await run("register", own)).stdout).toBe("1 registered, 0 corrected, 1 unchanged, 0 refused\n");
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
      const { code, stdout, refusals } = await run("import", "--feed", longer, ...inputs(name));
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: "1 chart written (1 own): 1 new, 1 refused (1 without an owner)\n",
      });
      const has = /of 60 s and no owner, and would get 90 s/;
      expect(refusals).toEqual([fact("unowned-duration", has, { episode: "unowned", showName: longer })]);
      expect(await find("unowned")).toEqual(before);
    });

    it.each(["sessions", "counts", "a chart"] as const)("does what its advice says with %s", async (name) => {
      expect(await run("register", "--adopt", longer)).toMatchObject({ code: 0 });
      expect(await run("import", "--feed", longer, ...inputs(name))).toMatchObject({ code: 0 });
      expect(await find("unowned")).toMatchObject({ duration: 90, feeds: new Set(NOTED) });

      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
      for (const replace of [[], ["--replace"]])
        expect(await run("import", ...replace, "--feed", nameless, ...inputs(name))).toMatchObject({
          code: 1,
          refusals: [fact("unowned-duration", "90 s", { showName: undefined })],
        });

      await writeChartItem({ guid: "unowned", duration: 60, data: DATA });
      const alone = save("input", files[name]);
      expect(await run("import", ...(name === "a chart" ? [] : ["--duration", "90"]), alone)).toMatchObject({
        code: 0,
      });
      expect(await find("unowned")).toMatchObject({ duration: 90 });
    });

    it.each([undefined, null, "60", { seconds: 60 }])("says that there is no duration: %j", async (duration) => {
      await writeChartItem({ guid: "unowned", duration, data: DATA });
      const { refusals } = await run("import", "--feed", longer, ...inputs("sessions"));
      expect(refusals).toEqual([fact("unowned-duration", "without a duration and no owner")]);
    });

    it("hinders nobody whose duration is the same, who has no chart yet, or whose feed is corrected", async () => {
      const [sessions = ""] = inputs("sessions");
      const shorter = saveShow("own-60", OWNER, "60");
      expect(await run("import", "--feed", shorter, sessions)).toMatchObject({ code: 0 });
      expect(await find("unowned")).toMatchObject({ source: "sessions", duration: 60 });
      const [feeds, durations] = [new Set(NOTED), { [shorter]: 60, [longer]: 90 }];
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

  it("takes charts of its owner's earlier episodes, which the feed has no more, and none of another feed's", async () => {
    const later = save("later.xml", readFileSync(own, "utf8").replaceAll("owned<", "later<"));
    const other = save("other.xml", readFileSync(rival, "utf8").replaceAll("owned<", "other<"));
    const file = save("earlier.jsonl", line("owned"));
    expect(await run("import", "--feed", other, "--feed", later, file)).toMatchObject({ code: 0 });
    await writeChartItem({ guid: "owned", duration: 60, data: DATA, feeds: new Set(NOTED) });
    const before = await find("owned");
    expect(await run("import", "--feed", other, file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${LEFT_OUT}${other} has no <podcast:guid>.`),
    });
    expect(await find("owned")).toEqual(before);
  });

  it("takes the noted feed's duration, whatever a stranger's beside it says", async () => {
    const stranger = saveShow("stranger", { self: "https://rival.example/rss" }, "90");
    const session = save("session.json", composeSession("owned", [0, 1]));
    const { code, stderr } = await run("import", "--feed", stranger, "--feed", own, session);
    expect({ code, duration: (await find("owned"))?.duration }).toEqual({ code: 0, duration: 60 });
    expect(stderr).toContain(`episode owned: ${stranger} has its GUID, but another feed has registered it.`);
  });
});

describe("an import or a registration that ends between two writes, and is run again,", async () => {
  const proxy = await startFaultyProxy();
  afterAll(() => proxy.close());

  const guids = ["first", "second"];
  const items = guids.map((guid) => ({ guid, "itunes:duration": "60" }));
  const channel = `<atom:link rel="self" href="${OWNER.self}"/>`;
  const feed = save("interrupted.xml", composeFeed(items, "Interrupted", channel));
  const lines = guids.flatMap((guid) =>
    ["apple", "own"].map((source) => `${JSON.stringify({ guid, source, duration: 60, data: DATA })}\n`),
  );
  const backup = guids.map((guid) => `${JSON.stringify({ guid, duration: 60, feeds: [OWNER.self], data: DATA })}\n`);
  const commands = {
    import: ["import", "--feed", feed, save("interrupted.jsonl", lines.join(""))],
    "import of an export": ["import", save("backup.jsonl", backup.join(""))],
    register: ["register", feed],
  };
  const faults = {
    "a kill": answerWith("AccessDeniedException"),
    "a throttle": answerWith("ThrottlingException"),
    "a lost answer": loseAnswer,
  };

  it.each(Object.keys(commands).flatMap((command) => Object.keys(faults).map((fault) => [command, fault] as const)))(
    "leaves no chart without its owner: %s, %s",
    async (command, fault) => {
      const args = commands[command as keyof typeof commands];
      const readFeeds = async () =>
        (await readChartItems()).flatMap(({ guid, feeds }) => (guids.includes(String(guid)) ? [feeds] : []));
      for (let at = 0; at < 4; at++) {
        for (const guid of guids) await deleteChartItem(guid);
        let writes = 0;
        proxy.disturb(
          ({ operation }) => operation === "UpdateItem" && writes++ === at,
          faults[fault as keyof typeof faults],
        );
        await runCommand("charts", args, { env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.url } });
        for (const feeds of await readFeeds()) expect(feeds).toEqual(new Set([OWNER.self]));
        expect(await run(...args)).toMatchObject({ code: 0 });
        expect(await readFeeds()).toEqual(guids.map(() => new Set([OWNER.self])));
      }
    },
  );
});
