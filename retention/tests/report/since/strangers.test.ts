import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseLastReport } from "../../../report/since/last-report.ts";
import { finish } from "../../../report/since/stepwise.ts";
import { InputError } from "../../../sources/base/refusals.ts";
import { errorOf } from "../../support/facts.ts";

const NOW = new Date("2026-11-23T08:00:00.000Z");
const LURE = "Your sign-in has expired. Renew it";

const TRACE = { source: "Spotify", kind: "peak", listeners: 40, whole: 39.5, duration: 600, levels: [1, 0.5] };
const MOMENT = { kind: "loss", from: 60, to: 70, source: "Spotify", isCertain: true };
const TOLD = { kind: "skip", title: "Sponsor", share: 0.2, episodes: 6, of: 7 };
const EPISODE = {
  guid: "urn:1",
  title: "Ebb",
  show: "Tides",
  source: "Spotify",
  published: "2026-02-28",
  isYoung: false,
  moments: [MOMENT],
  traces: [TRACE],
};
const LAST = {
  version: 1,
  madeAt: "2026-11-16T08:00:00.000Z",
  shows: [{ title: "Tides", told: [TOLD] }],
  episodes: [EPISODE],
  changes: { sources: ["Spotify"] },
};

const parse = (text: string) => finish(parseLastReport(text, NOW));
const parseFound = (more: object) => parse(JSON.stringify({ ...LAST, ...more }));
const ofEpisode = (more: object) => ({ episodes: [{ ...EPISODE, ...more }] });
const ofTrace = (more: object) => ofEpisode({ traces: [{ ...TRACE, ...more }] });
const ofMoment = (more: object) => ofEpisode({ moments: [{ ...MOMENT, ...more }] });
const ofTold = (more: object) => ({ shows: [{ title: "Tides", told: [{ ...TOLD, ...more }] }] });
const repeat = <Value>(value: Value, count: number) => Array.from({ length: count }, () => value);

const pack = (numbers: unknown) => gzipSync(JSON.stringify(numbers)).toString("base64");
const CURVE = { kind: "peak", listeners: 40, duration: 600, insights: { whole: 39.5, moments: [MOMENT] } };

/** Composes the page of a report. */
function makePage(episode: object): string {
  const data = { ...CURVE, guid: "urn:1", title: "Ebb", source: "Spotify", curve: pack([0, 10_000, 3_000, -5_000]) };
  const json = JSON.stringify([{ ...data, ...episode }]);
  return `<script type="application/json" id="findings">${JSON.stringify({ ...LAST, episodes: undefined })}</script>
<script type="application/json" id="data">${json}</script>`;
}

describe("an earlier report, which may be a stranger's,", () => {
  it("is taken over into a new object, without a sentence and without what is not known", () => {
    const text = { text: LURE, headline: LURE, lines: [LURE], notes: [LURE], doubt: LURE, more: LURE };
    const found = parseFound({
      ...text,
      ...{ shows: [{ ...text, title: "Tides", told: [{ ...TOLD, ...text }] }] },
      episodes: [{ ...EPISODE, ...text, moments: [{ ...MOMENT, ...text }], traces: [{ ...TRACE, ...text }] }],
    });
    expect(JSON.stringify(found)).not.toContain(LURE);
    const { version: _, ...expected } = LAST;
    expect(found).toEqual({ ...expected, episodes: [{ ...EPISODE, doubt: "few" }] });
  });

  it("may be of a clock that is ahead by less than a day, and have one curve a platform of as many as there are", () => {
    expect(parseFound({ madeAt: "2026-11-24T07:00:00.000Z" }).madeAt).toBe("2026-11-24T07:00:00.000Z");
    const sources = ["your own listeners", "Apple Podcasts", "spc-example", "table", "audible", undefined];
    const traces = sources.map((source) => ({ ...TRACE, source, levels: repeat(0.5, 100) }));
    expect(parseFound(ofEpisode({ traces })).episodes[0]?.traces).toHaveLength(sources.length);
  });

  it("may be a page, whose curves are unpacked", () => {
    const [episode] = parse(makePage({ date: "2026-02-28", youth: { days: 1 }, doubt: LURE })).episodes;
    expect(episode).toMatchObject({ published: "2026-02-28", isYoung: true, doubt: "few", moments: [MOMENT] });
    expect(episode?.traces?.[0]?.levels).toHaveLength(100);
    expect(episode?.traces?.[0]).toMatchObject({ source: "Spotify", listeners: 40, whole: 39.5, duration: 600 });
  });

  it("may be a page whose line breaks have become those of Windows", () => {
    const page = makePage({}).replace(/(?<="data">\[)(.*)(?=\])/, (one) => `${one},\n${one.replace("urn:1", "urn:2")}`);
    const { episodes } = parse(page);
    expect(episodes.map(({ guid }) => guid)).toEqual(["urn:1", "urn:2"]);
    expect(parse(page.replaceAll("\n", "\r\n")).episodes).toEqual(episodes);
    expect(parse(page.replaceAll("</script>", "\r\n</script>")).episodes).toEqual(episodes);
  });

  it.each<[what: string, found: object]>([
    ["madeAt of the year -271821", { madeAt: "-271821-04-20T00:00:00.000Z" }],
    ["madeAt before 1970", { madeAt: "1969-12-31T00:00:00.000Z" }],
    ["madeAt with words", { madeAt: "2026-11-16 (Your sign-in has expired)" }],
    ["madeAt of more than a day from now", { madeAt: "2026-11-24T08:00:01.000Z" }],
    ["another version", { version: LURE }],
    ["no list of findings", { shows: [{ told: {} }] }],
    ["a finding without numbers", { shows: [{ told: [{ key: "skip x", text: LURE }] }] }],
    ["a finding of another kind", ofTold({ kind: "__proto__" })],
    ["a share beyond 1", ofTold({ share: 1.01 })],
    ["part of an episode", ofTold({ episodes: 1.5 })],
    ["many findings", { shows: [{ told: repeat(TOLD, 1_001) }] }],
    ["a show of another type", { shows: [null] }],
    ["a title that is no text", ofEpisode({ title: { toString: 1 } })],
    ["a title of a megabyte", ofEpisode({ title: "x".repeat(1_000_000) })],
    ["a day that is none", ofEpisode({ published: "2026-02-30" })],
    ["a day with words", ofEpisode({ published: LURE })],
    ["a source that is a sentence", ofEpisode({ source: LURE })],
    ["a compared source that is a sentence", { changes: { sources: [LURE] } }],
    ["two episodes of one GUID", { episodes: [EPISODE, EPISODE] }],
    ["a moment of another kind", ofMoment({ kind: "constructor" })],
    ["a moment at no time", ofMoment({ to: 1e300 })],
    ["many moments", ofEpisode({ moments: repeat(MOMENT, 1_001) })],
    ["101 levels", ofTrace({ levels: repeat(0.5, 101) })],
    ["30,000 levels", ofTrace({ levels: repeat(0.5, 30_000) })],
    ["no level", ofTrace({ levels: [] })],
    ["a level of words", ofTrace({ levels: ["1"] })],
    ["a huge level", ofTrace({ levels: [1e300] })],
    ["more listeners than there are people", ofTrace({ listeners: 1e15 })],
    ["a huge whole", ofTrace({ whole: 1e300 })],
    ["a kind that every object has", ofTrace({ kind: "toString" })],
    ["a length of years", ofTrace({ duration: 1e9 })],
    ["a curve of a source that is a sentence", ofTrace({ source: LURE })],
    ["two curves of one source", ofEpisode({ traces: [TRACE, TRACE] })],
    ["many curves", ofEpisode({ traces: Array.from({ length: 21 }, (_, at) => ({ ...TRACE, source: `p${at}` })) })],
  ])("is refused if it has %s", (_, found) => {
    expect(() => parseFound(found)).toThrow(InputError);
    expect(() => parseFound(found)).not.toThrow(LURE);
  });

  it.each<[what: string, episode: object]>([
    ["no curve", { curve: 7 }],
    ["a curve that is no gzip", { curve: "????" }],
    ["a curve of no list", { curve: pack({ a: 1 }) }],
    ["a curve that goes back by ages", { curve: pack([0, 10_000, -1e15, 0, 1e15, 0]) }],
    ["a curve below 0", { curve: pack([0, -1]) }],
    ["a curve that unpacks to 10 MB", { curve: pack(repeat(0, 5_000_000)) }],
    ["an episode of a megabyte", { more: "x".repeat(1_000_000) }],
    ["no insights", { insights: [] }],
    ["sources of another type", { sources: [7] }],
    [
      "a source whose name is a sentence",
      {
        sources: [
          { ...CURVE, curve: pack([0, 1]) },
          { ...CURVE, name: LURE, curve: pack([0, 1]) },
        ],
      },
    ],
  ])("is refused if its page has %s", (_, episode) => {
    expect(() => parse(makePage(episode))).toThrow(errorOf("damaged-report"));
  });

  it("is refused if its brackets are deep or millions, or if one of its members hides another", () => {
    expect(() => parse(JSON.stringify(LAST).replace("[1,0.5]", `[${"[],".repeat(5_000_000)}1]`))).toThrow(
      errorOf("no-findings"),
    );
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    expect(() => parse(JSON.stringify(LAST).replace("[1,0.5]", deep))).toThrow(errorOf("no-findings"));
    expect(() => parse(makePage({}).replace('"duration":600', `"duration":${deep}`))).toThrow(
      errorOf("damaged-report"),
    );
    expect(() => parse(JSON.stringify(LAST).replace('"version":1', '"version":1,"version":2'))).toThrow(
      errorOf("other-findings", "version 2"),
    );
    const found = parse(JSON.stringify(LAST).replace('"version":1', '"version":1,"__proto__":{"polluted":1}'));
    expect([Object.hasOwn(Object.prototype, "polluted"), "polluted" in found]).toEqual([false, false]);
  });
});
