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
