import { formatTime } from "../curve/text.ts";
import type { Episode } from "../episode.ts";
import { composeHeadline } from "../headline.ts";
import { countsReplays, formatListeners } from "../hundred-percent.ts";
import { find, make } from "./dom.ts";
import { type DrawnCurve, getLetter } from "./drawn-curve.ts";

/** Says which episode leads, and what its curve tells. */
export function showHead(lead: DrawnCurve | undefined, isOneOfSeveral: boolean): void {
  const letter = lead && isOneOfSeveral ? [make("span", { class: `slot-${lead.slot}` }, `${getLetter(lead)} `)] : [];
  find(".title", HTMLElement).replaceChildren(...letter, make("bdi", {}, lead?.episode.title ?? ""));
  find(".meta", HTMLElement).replaceChildren(...(lead ? describeFacts(lead.episode) : []));
  const { amount = "", text = "", exact = "", rest = [] } = lead ? composeHeadline(lead.episode) : {};
  const number = amount === "" ? [] : [make("strong", {}, amount), " "];
  find(".headline", HTMLElement).replaceChildren(...number, text);
  find(".exact", HTMLElement).textContent = exact;
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
