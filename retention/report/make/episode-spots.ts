import { mergeSpots, type SpotPlace } from "../../sources/base/spot-place.ts";
import { isOfVideo } from "../../sources/curve/source-facts.ts";
import { findNearest } from "../cuts/cut-map.ts";
import { measureSpots, type Spot } from "../episode/spot-figures.ts";
import { PASSAGE, type PhraseHabit } from "../show/phrase-habits.ts";
import type { LoneEpisode } from "./measure-episode.ts";

/** Seconds by which the length of a video may differ that is the same cut as the audio. */
const SAME = 2;

/** Finds the spots of an episode in each of its curves: those that are listed, then chapters, then phrases after which people skip. */
export function findSpots(episode: LoneEpisode, phrases: readonly PhraseHabit[], listed: readonly SpotPlace[]): Spot[] {
  const isOwn = ({ guid }: Pick<SpotPlace, "guid">) => guid === episode.guid;
  const skips = phrases.filter(({ kind }) => kind === "skip");
  const said = skips.map(({ phrase, found }) =>
    found.filter(isOwn).map(({ guid, time }): SpotPlace => {
      return { guid, name: phrase, from: time, to: time + PASSAGE, isOpen: true };
    }),
  );
  const lists = [listed.filter(isOwn), listChapters(episode), ...said];
  const found = mergeSpots(lists).sort((one, other) => one.from - other.from);
  return episode.binned.flatMap((source, index) => measureSpots(source, placeAll(found, index, episode)));
}

/** Lists the chapters whose titles say so, at the times of the audio: those of a video are at its own. */
function listChapters({ guid, chapters = [], curve, isVideo, cut }: LoneEpisode): SpotPlace[] {
  const toAudio = (time: number) => (isVideo && cut && cut !== "unknown" ? findNearest(cut, time, "other") : time);
  return chapters.flatMap(({ title, time, end = curve.end, isOpen }, index) => {
    const name = findSpotName(title);
    const stop = Math.min(end, chapters[index + 1]?.time ?? curve.end);
    const isSpot = name !== undefined && !isOpen && stop > time;
    return isSpot ? [{ guid, name, from: toAudio(time), to: toAudio(stop) }] : [];
  });
}

/** Places spots in a curve. A video of another length, or of none that is known, has none without captions. */
function placeAll(spots: readonly SpotPlace[], index: number, { sorted = [], cut }: LoneEpisode) {
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
