import { UNITS } from "../../sources/base/kinds.ts";
import { isOfVideo } from "../../sources/curve/source-facts.ts";
import { type ListedSpot, mergeSpots } from "../../sources/formats/spot-list.ts";
import { findNearest } from "../cuts/cut-map.ts";
import type { Source } from "../episode/source-comparison.ts";
import { measureSpot, type Spot, type SpotPlace } from "../episode/spot-figures.ts";
import { PASSAGE, type PhraseHabit } from "../show/phrase-habits.ts";
import type { LoneEpisode } from "./measure-episode.ts";

/** What a report has of sponsors' spots. */
export interface SpotChoice {
  readonly listed?: readonly ListedSpot[];
  /** Whether other ads are inserted for each listener: then no curve knows which was played, and there are no spots. */
  readonly isInserted?: boolean;
}

/** A spot at the times of the audio. */
type AudioSpot = ListedSpot & SpotPlace;

/** Spots with less between them are in a row, in seconds. */
const BETWEEN = 10;

/** Seconds by which the length of a video may differ that is the same cut as the audio. */
const SAME = 2;

/** Finds the spots of an episode in each of its curves: those that are listed, then chapters, then phrases after which people skip. */
export function findSpots(
  episode: LoneEpisode,
  phrases: readonly PhraseHabit[],
  { listed = [], isInserted }: SpotChoice,
): readonly Spot[] {
  if (isInserted) return [];
  const own: AudioSpot[] = listed.filter(({ guid }) => guid === episode.guid);
  const said = phrases.filter(({ kind }) => kind === "skip").map((phrase) => listSaid(episode, phrase));
  const found = mergeSpots([own, listChapters(episode), ...said]).sort((one, other) => one.from - other.from);
  return episode.binned.flatMap((source, index) => measureAll(placeAll(found, index, episode), source));
}

/** Lists the chapters whose titles say so. Those of a video are at its times. */
function listChapters({ guid, chapters = [], curve, isVideo, cut }: LoneEpisode): AudioSpot[] {
  const map = isVideo && cut && cut !== "unknown" ? cut : undefined;
  const toAudio = (time: number) => (map ? findNearest(map, time, "other") : time);
  return chapters.flatMap(({ title, time, end, isOpen }, index) => {
    const name = isOpen ? undefined : findSpotName(title);
    const stop = Math.min(end ?? Number.POSITIVE_INFINITY, chapters[index + 1]?.time ?? curve.end);
    return name === undefined || stop <= time ? [] : [{ guid, name, from: toAudio(time), to: toAudio(stop) }];
  });
}

function listSaid({ guid }: LoneEpisode, { phrase, found }: PhraseHabit): AudioSpot[] {
  const own = found.filter((place) => place.guid === guid);
  return own.map(({ time }) => ({ guid, name: phrase, from: time, to: time + PASSAGE, isOpen: true }));
}

/** Places spots in a curve. A video of another length, or of none that is known, has none without captions. */
function placeAll(spots: readonly AudioSpot[], index: number, { sorted = [], cut }: LoneEpisode) {
  const video = sorted[index];
  if (!video || !isOfVideo(video)) return spots;
  if (cut && cut !== "unknown")
    return spots.flatMap((spot) => {
      const [from, to] = [findNearest(cut, spot.from), findNearest(cut, spot.to)];
      // What the video lacks has no length in it.
      return to - from < (spot.to - spot.from) / 2 ? [] : [{ ...spot, from, to }];
    });
  const { chart } = sorted.find((other) => !isOfVideo(other)) ?? video;
  const isOther = Math.abs(chart.duration - video.chart.duration) > SAME;
  return video.isAssumed || cut || isOther ? [] : spots;
}

/** @param spots in order of time */
function measureAll(spots: readonly SpotPlace[], { name: source, kind, curve, listeners }: Source): Spot[] {
  let row = { from: 0, to: Number.NEGATIVE_INFINITY };
  const placed = spots.map(({ name, from, to, isOpen }) => {
    if (from - row.to >= BETWEEN) row = { from, to };
    row.to = Math.max(row.to, to);
    return { place: { name, from, to, ...(isOpen && { isOpen }) }, row };
  });
  return placed.map(({ place, row }) => ({
    ...place,
    ...{ source, unit: UNITS[kind] },
    ...measureSpot(curve, place, row, listeners),
  }));
}

/** How titles of chapters begin that are sponsors' spots. */
const WORDS = [
  "sponsors? sponsored sponsorship ads? adverts? advertisements? advertising werbung werbepause werbeblock anzeige",
  "publicité pub partenaire publicidad anuncio patrocinador patrocinio publicidade anúncio patrocínio pubblicità",
  "sponsorizzato advertentie reclame reklame annonce annons reklam mainos reklama реклама 広告 广告 廣告 광고",
];

/** Such a word, alone or with what numbers or names it: `Ad 2`, `Ad break`, `Sponsor: Lumen`, `Sponsored by Lumen`. */
const TITLE = new RegExp(
  `^[\\s[(]*(?:${WORDS.join(" ").replaceAll(" ", "|")})(?:[ -](?:break|spot|read))?[\\s)\\]]*(?:[#(]?\\d+\\)?)?\\s*(?:$|(?:[:–—-]|(?:by|von|par|por|da|av)\\s)\\s*(?<name>.*)$)`,
  "iu",
);

/** Returns the sponsor's name in the title of a chapter, or the title if it has none. Undefined if it is no spot. */
export function findSpotName(title: string): string | undefined {
  const match = TITLE.exec(title.trim());
  return match ? match.groups?.name || title.trim() : undefined;
}
