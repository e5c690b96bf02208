import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { PUBLIC_KEY } from "../../../tests/support/keys.ts";
import { useLog } from "../../../tests/support/log.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { startRoutes } from "../../../tests/support/routes.ts";
import { callEpisodes, getAdminToken, readEvent, useConfiguredService } from "../../../tests/support/service.ts";
import { deleteChartItem, readChartItem, writeChartItem } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";
import { readEpisodes } from "../support/report.ts";

useConfiguredService();
useLog();
const save = useFolder();
const run = (...args: string[]) => runCommand("charts", args);
const service = await startRoutes();
afterAll(service.stop);

const OWNER = { self: "https://one.example/rss", link: "https://one.example/", guid: "9b024349" };
const OTHER = { self: "https://other.example/rss", link: "https://other.example/", guid: "7c1f" };

/** The episodes, by how their owner was noted: with its address and `podcast:guid`, with its address alone, or not at all. */
const OWNED = ["by a command", "over HTTP", "by nobody"] as const;
type Owned = (typeof OWNED)[number];

/** Feeds of others, by what of the owner's they copy besides its GUIDs, and which episodes they own by that. */
const COPIES: Readonly<Record<string, { readonly feed: Partial<typeof OWNER>; readonly owns: readonly Owned[] }>> = {
  nothing: { feed: OTHER, owns: [] },
  "nothing, and say nothing of themselves": { feed: {}, owns: [] },
  "its link": { feed: { ...OTHER, link: OWNER.link }, owns: [] },
  "its link, and have no address": { feed: { link: OWNER.link, guid: OTHER.guid }, owns: [] },
  "its guid": { feed: { ...OTHER, guid: OWNER.guid }, owns: [] },
  "its guid and link, and have no address": { feed: { link: OWNER.link, guid: OWNER.guid }, owns: [] },
  "its address as their guid": { feed: { ...OTHER, guid: OWNER.self }, owns: [] },
  "its address as their guid, and have no address": { feed: { guid: OWNER.self }, owns: [] },
  "its guid as their address": { feed: { ...OTHER, self: OWNER.guid }, owns: [] },
  "its address": { feed: { self: OWNER.self }, owns: ["over HTTP"] },
  "its address, and have another guid": { feed: { ...OTHER, self: OWNER.self }, owns: ["over HTTP"] },
  "its address and guid": { feed: OWNER, owns: ["by a command", "over HTTP"] },
};

function saveShow(name: string, { self, link, guid }: Partial<typeof OWNER>, duration = "60"): string {
  const channel = [
    guid === undefined ? "" : `<podcast:guid>${guid}</podcast:guid>`,
    self === undefined ? "" : `<atom:link rel="self" href="${self}"/>`,
    link === undefined ? "" : `<link>${link}</link>`,
  ];
  const items = OWNED.map((each) => ({ guid: each, title: each, "itunes:duration": duration }));
  return save(`${name}.xml`, composeFeed(items, name, channel.join("")));
}

const page = save("report.html", "");
const curve = (guid: string, source: string, duration = 60) =>
  `${JSON.stringify({ guid, source, duration, data: [{ time: 0, percentage: 50 }] })}\n`;
const saveCurves = (source: string, duration?: number) =>
  save(`${source}.jsonl`, OWNED.map((guid) => curve(guid, source, duration)).join(""));

let items: Record<Owned, Record<string, unknown> | undefined>;
const readItems = async () =>
  Object.fromEntries(await Promise.all(OWNED.map(async (guid) => [guid, await readChartItem(guid)] as const)));

async function post(guid: string, feed?: string, duration = 60) {
  const body = JSON.stringify([{ guid, duration, feed }]);
  const answer = await callEpisodes(readEvent("episodes", { adminToken: await getAdminToken(), body }));
  return Object(answer.body.episodes)[0];
}

async function setUp(): Promise<void> {
  expect(await post("over HTTP", OWNER.self)).toMatchObject({ status: "registered" });
  const channel = `<podcast:guid>${OWNER.guid}</podcast:guid><atom:link rel="self" href="${OWNER.self}"/>`;
  const feed = save("one.xml", composeFeed([{ guid: "by a command", "itunes:duration": "60" }], "One", channel));
  expect(await run("register", feed)).toMatchObject({ code: 0 });
  expect(await run("import", saveCurves("own"))).toMatchObject({ code: 0 });
  items = (await readItems()) as typeof items;
  expect(OWNED.map((guid) => items[guid]?.feeds)).toEqual([
    new Set([OWNER.self, OWNER.guid]),
    new Set([OWNER.self]),
    undefined,
  ]);
}

beforeEach(async () => {
  if (!items) await setUp();
  for (const guid of OWNED) await writeChartItem(items[guid] ?? {});
});

/** What a feed does to the episodes by each command. */
const COMMANDS = {
  register: (feed: string) => run("register", feed),
  "import of the own curve": (feed: string) => run("import", "--feed", feed, saveCurves("own", 90)),
  "import of a platform's curve": (feed: string) => run("import", "--feed", feed, saveCurves("apple")),
  report: (feed: string) => run("report", "--feed", feed, "--out", page),
  "report --url": (feed: string) =>
    run("report", "--feed", feed, "--out", page, "--url", service.url, "--public-key-file", save("key", PUBLIC_KEY)),
  export: (feed: string) => run("export", "--feed", feed),
  "delete --dry-run": (feed: string) => run("delete", "--dry-run", "--feed", feed),
  "delete --source": (feed: string) => run("delete", "--source", "own", "--feed", feed),
  delete: (feed: string) => run("delete", "--feed", feed),
} as const;

/** What those do to a chart that nobody owns: all but an import leave it as it is. */
const TAKES_UNOWNED = ["import of a platform's curve", "report", "report --url"];

describe.each(Object.entries(COPIES))(
  "a feed that copies the GUIDs of another one, and %s,",
  (copied, { feed, owns }) => {
    it.each(Object.entries(COMMANDS))("gets only what it owns: %s", async (command, act) => {
      save("report.html", "");
      const { code, stdout, stderr } = await act(saveShow("rival", feed, command === "register" ? "90" : "60"));
      const after = await readItems();
      const shown = command.startsWith("report") && readFileSync(page, "utf8") !== "" ? readEpisodes(page) : [];
      const seen = [...shown.map(({ guid }) => guid), ...OWNED.filter((guid) => stdout.includes(guid))];
      for (const guid of ["by a command", "over HTTP"] as const) {
        if (owns.includes(guid)) {
          expect(stderr).not.toContain(`episode ${guid}: Another feed`);
          if (command.startsWith("report") || command === "export") expect(seen).toContain(guid);
          continue;
        }
        expect(after[guid]).toEqual(items[guid]);
        expect(seen).not.toContain(guid);
        const noted = guid === "over HTTP" ? OWNER.self : `${OWNER.guid}, ${OWNER.self}`;
        expect(stderr).toMatch(
          new RegExp(
            `^episode ${guid}: Another feed has registered it \\(${noted}\\), and .*rival.xml has .+\\. If .+\\.$`,
            "m",
          ),
        );
      }
      const unowned = after["by nobody"];
      if (command === "import of a platform's curve")
        expect(unowned).toEqual({ ...items["by nobody"], ...unowned, duration: 60, feeds: undefined });
      else expect(unowned).toEqual(items["by nobody"]);
      if (TAKES_UNOWNED.includes(command)) expect(stderr).not.toContain("episode by nobody:");
      else if (command !== "register") expect(stderr).toMatch(/^episode by nobody: It has a chart .*and no owner/m);
      const isNamed =
        (feed.guid !== undefined && feed.guid !== OWNER.self) || (feed.self !== undefined && feed.self !== OWNER.guid);
      if (isNamed && !command.startsWith("export") && !command.startsWith("delete"))
        expect(stderr).toContain("register --adopt");
      expect([copied, code]).toEqual([
        copied,
        owns.length === 2 && (TAKES_UNOWNED.includes(command) || command === "register") ? 0 : 1,
      ]);
    });
  },
);

it.each([
  ["no feed", undefined],
  ["another address", OTHER.self],
  ["its link", OWNER.link],
])("POST /episodes with %s changes nothing", async (_, feed) => {
  for (const guid of ["by a command", "over HTTP"])
    expect(await post(guid, feed, 90)).toMatchObject({
      status: "refused",
      error: expect.stringMatching(/feed .*\. \w/),
    });
  expect(await post("by nobody", feed, 90)).toMatchObject({ status: "unchanged" });
  expect(await readItems()).toEqual(items);
});

it("POST /episodes with its address owns what it has, whatever guid is noted", async () => {
  for (const guid of ["by a command", "over HTTP"])
    expect(await post(guid, OWNER.self, 90)).toMatchObject({ status: "unchanged" });
  await deleteChartItem("over HTTP");
  await post("over HTTP", OWNER.self, 60);
  expect(await post("over HTTP", OWNER.self, 90)).toMatchObject({ status: "corrected" });
});
