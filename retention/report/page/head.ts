import { capitalize } from "../../../lib/printable.ts";
import { formatTime } from "../../sources/base/times.ts";
import type { Episode } from "../episode/episode.ts";
import { composeHeadline, findToldMoment } from "../episode/headline.ts";
import { countsReplays, formatListeners, HUNDRED_PERCENT } from "../episode/hundred-percent.ts";
import { listNumbered } from "../episode/loss.ts";
import { MIN_OTHERS } from "../usual/others.ts";
import type { View } from "./choice.ts";
import { find, make } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";
import { quoteWords } from "./quoted-words.ts";

/** How far words can be from what was heard. */
const WORDS =
  "The words are the transcript's at these times. Where advertisements are inserted for each listener, all words after them are earlier by their length.";

/** Says which episode leads, and what its curve tells. */
export function showHead(lead: DrawnCurve, isOneOfSeveral: boolean): void {
  const letter = isOneOfSeveral ? [make("span", { class: `slot-${lead.slot}` }, `${getLetter(lead)} `)] : [];
  find(".title", HTMLElement).replaceChildren(...letter, make("bdi", {}, lead.episode.title));
  find(".meta", HTMLElement).replaceChildren(...describeFacts(lead.episode));
  const { amount, text, exact, rest } = composeHeadline(lead.episode);
  const number = amount === "" ? [] : [make("strong", {}, amount), " "];
  find(".headline", HTMLElement).replaceChildren(...number, text);
  find(".exact", HTMLElement).textContent = exact;
  const moment = findToldMoment(lead.episode);
  find("p.words", HTMLElement).replaceChildren(...(moment ? quoteWords(moment) : []));
  find(".summary", HTMLElement).textContent = rest.join(" ");
}

/** Says when an episode was published, its length, and whose curve it is. */
function describeFacts({ date, duration, listeners, source, kind, doubt }: Episode): (string | Node)[] {
  const facts = [
    date,
    formatTime(duration),
    listeners === undefined ? undefined : formatListeners(listeners, kind),
    source,
    countsReplays(kind) ? "counts replays" : undefined,
    doubt === undefined ? undefined : make("strong", {}, `proves little: ${doubt}`),
  ].filter((fact) => fact !== undefined);
  return facts.flatMap((fact, index) => (index > 0 ? [" · ", fact] : [fact]));
}

/** Shows what is said of the show that the leading episode is of. */
export function showShow(show = ""): void {
  for (const element of document.querySelectorAll<HTMLElement>(".show")) element.hidden = element.dataset.show !== show;
}

/** Folds what only some want to know, and opens it for paper, on which nobody can. */
export function foldDetails(): void {
  const unfold = (isOpen: boolean) => {
    for (const element of document.querySelectorAll<HTMLDetailsElement>(".why, .about")) element.open = isOpen;
  };
  unfold(false);
  addEventListener("beforeprint", () => unfold(true));
  addEventListener("afterprint", () => unfold(false));
}

/** Says in one line what is drawn, and behind "About these numbers" what that is exactly. */
export function showLegend(curves: readonly DrawnCurve[], lead: DrawnCurve, view: View): void {
  const marks = listMarks(curves, lead, view).filter(([, text]) => text !== "");
  const parts = marks.map(([name, text], index) =>
    make("span", { class: name }, index === 0 ? capitalize(text) : ` · ${text}`),
  );
  find(".legend", HTMLElement).replaceChildren(...parts);
  find(".about-text", HTMLElement).textContent = explainMarks(lead, view);
  find(".sources-text", HTMLElement).textContent = lead.episode.sourcesText ?? "";
}

/** Lists what is drawn. Paper and a saved picture have no bars, and a picture says of the grey what it is exactly. */
function listMarks(
  curves: readonly DrawnCurve[],
  { episode }: DrawnCurve,
  view: View,
): (readonly [name: string, text: string])[] {
  const usual = episode.chapters?.some((chapter) => chapter.usual) ? ", the usual as a line" : "";
  return [
    ["legend-moments", listNumbered(episode).length > 0 ? "numbers: moments" : ""],
    ["legend-usual", view === "episodes" && episode.usual ? "grey: the usual" : ""],
    ["legend-gaps", curves.some(({ gaps = [] }) => gaps.length > 0) ? "dashed: no values there" : ""],
    ["legend-bars", episode.chapters ? `bars: who drops off in a chapter or skips it (outlined)${usual}` : ""],
  ];
}

function explainMarks(lead: DrawnCurve, view: View): string {
  const { usual, kind, sources, insights } = lead.episode;
  if (view === "sources" && sources)
    return `100\u00a0% are those present at ${formatTime(sources[0]?.base ?? 0)} in each source. What they count before that differs.`;
  const others = usual ? usual.similar || usual.any : 0;
  const length = usual?.similar ? "of a similar length" : "of any length, in the opening";
  const text = usual
    ? `Grey is the usual of this show for ${getLetter(lead)}: the median (dotted) and the middle half of ${others} other episodes ${length}.`
    : `The usual of this show appears from ${MIN_OTHERS} other episodes of the same kind on.`;
  const words = insights.moments.some((moment) => moment.words) ? ` ${WORDS}` : "";
  return `${text} 100\u00a0% is ${HUNDRED_PERCENT[kind]}.${words}`;
}
