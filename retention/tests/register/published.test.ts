import { describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { readName } from "../../report/make/episode-name.ts";
import { computeEpisode } from "../../report/make/measure-episode.ts";
import { formatPubDate, tryParsePubDate } from "../../sources/feed/pub-date.ts";
import { runCommand } from "../support/command.ts";
import { makeChart } from "../support/report.ts";

const save = useFolder();

/** Dates of one day, by the minutes that their zone is ahead of UTC. */
const DAYS: Readonly<Record<number, readonly string[]>> = {
  0: [
    "Thu, 05 Mar 2026 23:59:60 GMT",
    "Thu, 5 Mar 2026 00:00 UT",
    "05 Mar 26 08:00 Z",
    "5 mar 126 08:00 y",
    "THU, 05 MAR 2026 08:00:00 GMT",
    "Thu, 05 Mar 2026",
    "Wed, 05 Mar 2026 08:00:00 -0000",
    "Thursday, 05-Mar-26 08:00:00 GMT",
    "Thu, 05 March 2026 08 : 00 : 00 +0000",
    "Thu,\r\n\t05 Mar 2026 (a \\) day (in March)) 08:00:00 (early) +0000 (UTC)",
    "Thu, 05 Mar 2026 08:00:00 XYZT",
    "Thu, 05 Mar 2026 08:00:00 Mars/Olympus Mons",
    "Do, 05 Mar 2026 08:00:00",
    "2026-03-05",
    "2026-03-05T08:00:00.123Z",
    "2026-03-05t24:00z",
    "2026-03-05T08",
    "2026-03-05 08:00:00 UTC",
    "20260305",
    "20260305T080000Z",
    "2026/03/05 08:00:00",
    "Thu Mar 05 2026",
    "Thu Mar  5 08:00:00 2026",
    "March 5, 2026 8:00 AM",
  ],
  60: [
    "Thu, 05 Mar 2026 00:00:00 +0100",
    "Thu, 05 Mar 2026 08:00:00 CET",
    "Thu, 05 Mar 2026 08:00:00 MEZ",
    "Thu, 05 Mar 2026 08:00:00 BST",
    "Thu Mar 05 2026 00:30:00 GMT+0100 (Mitteleuropäische Normalzeit)",
    "2026-03-05T00:00:00+01:00",
    "20260305T0000+01",
  ],
  120: ["Thu, 05 Mar 2026 08:00:00 cest", "Thu Mar 05 08:00:00 CEST 2026", "Thu, 05 Mar 2026 08:00:00 UTC+2"],
  540: ["Thu, 05 Mar 2026 08:00:00 JST"],
  570: ["Thu, 05 Mar 2026 08:00:00 ACST", "2026-03-05 08:00 +09:30"],
  600: ["05 Mar 2026 08:00:00 AEST"],
  [-240]: ["Thu Mar 05 2026 23:00:00 GMT-0400 (EDT)", "Thu, 05 Mar 2026 23:30 EDT", "2026-03-05T23:00:00\u221204:00"],
};

describe("the date of an episode", () => {
  it.each(Object.entries(DAYS).flatMap(([offset, texts]) => texts.map((text) => [text, Number(offset)] as const)))(
    "is the day that its author wrote, in any zone: %j",
    (text, utcOffset) => {
      const day = { date: "2026-03-05", utcOffset };
      expect(tryParsePubDate(text)).toEqual(day);
      expect(tryParsePubDate(formatPubDate(day))).toEqual(day);
    },
  );

  it.each(["31 Dec 49", "31 Dec 50", "1 Jan 100", "29 Feb 2024"])("has the year of RFC 5322: %s", (text) => {
    const dates = { "31 Dec 49": "2049-12-31", "31 Dec 50": "1950-12-31", "1 Jan 100": "2000-01-01" };
    expect(tryParsePubDate(text)?.date).toBe({ ...dates, "29 Feb 2024": "2024-02-29" }[text]);
  });

  it.each([
    "05/03/2026",
    "5.3.2026",
    "Episode 5",
    "Episode 5 Mar",
    "soon",
    "1772697600",
    "2026",
    "2026-03",
    "2026-W10-4",
    "2026-064",
    "2026-13-01",
    "2026-02-29",
    "Sun, 30 Feb 2026 08:00:00 GMT",
    "Thu, 05 Foo 2026 08:00:00 GMT",
    "Thu, 00 Mar 2026",
    "Thu, 05 Mar 2026 34:50:00 -0400",
    "Thu, 05 Mar 2026 08:60:00 GMT",
    "Thu, 05 Mar 2026 08:00:00 GMT 7",
    "Thu, 05 Mar 2026 13:00 PM",
    "0001-01-01T00:00:00",
    "(5 Mar 2026)",
    "Invalid Date",
    `5 Mar 2026${" ".repeat(1_000)}`,
  ])("is none if it is no date: %j", (text) => {
    expect(tryParsePubDate(text)).toBeUndefined();
  });
});

describe("charts", () => {
  const dates = [
    "Fri, 27 Nov 2020 00:00:00 +0100",
    "06/05/2026",
    "Tue Sep 01 2026 23:00:00 GMT-0400 (EDT)",
    "Episode 4",
  ];
  const feed = save("feed.xml", composeFeed([...dates.map((pubDate, index) => ({ guid: `g${index}`, pubDate })), {}]));
  const said = `2 dates in the feed can't be read, the first "06/05/2026". Write dates as "Tue, 01 Sep 2026 12:00:00 +0200".\n`;

  it.each(["Europe/Berlin", "America/New_York", "Pacific/Auckland"])("shows the same days in %s", async (TZ) => {
    const { stdout, stderr } = await runCommand("charts", ["episodes", feed], { env: { TZ } });
    expect(stdout.match(/^\S+ {2}\S+/gm)).toEqual([
      "2020-11-27  g0",
      "----------  g1",
      "2026-09-01  g2",
      "----------  g3",
      "----------  (no",
    ]);
    expect(stderr).toBe(said);
  });

  it.each([
    ["map", ["--feed", feed, save("curve.csv", "Video position (%),Absolute audience retention (%)\n0,100\n50,60\n")]],
    ["report", ["--feed", feed, "--out", save("report.html", "")]],
  ])("say so in %s, too", async (command, options) => {
    const { stderr } = await runCommand("charts", [command, ...options]);
    expect(stderr.split("\n").filter((line) => line.includes("dates"))).toEqual([said.trim()]);
  });
});

it.each([
  ["Sat, 21 Nov 2026 00:30:00 +1100", "2026-11-20T20:00:00Z", { days: 0 }],
  ["Sat, 21 Nov 2026 00:30:00 AEDT", "2026-11-21T13:30:00Z", { days: 1 }],
  ["Fri, 20 Nov 2026 22:00:00 -0800", "2026-11-21T06:30:00Z", { days: 0 }],
  ["Fri, 20 Nov 2026 22:00:00 -0800", "2026-11-27T07:59:00Z", { days: 6 }],
  ["Fri, 20 Nov 2026 22:00:00 -0800", "2026-11-27T08:00:00Z", undefined],
])("a curve of an episode of %s, written at %s, is as old as it is there", (pubDate, updatedAt, youth) => {
  const none = { guid: "g", title: "T", duration: 60, enclosure: undefined, chapters: [], chaptersUrl: undefined };
  const curve = { chart: makeChart("g", 100, 60, 400, 1_800), source: "own", updatedAt };
  const name = readName({ ...none, pubDate }, false);
  const episode = computeEpisode({ guid: "g", curves: [curve] }, name, new Date("2026-12-24T00:00:00Z"));
  expect(episode.youth).toEqual(youth);
});
