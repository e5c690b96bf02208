import { formatCount } from "../../lib/count.ts";
import type { Choosable, Nameless } from "../session.ts";
import { create, find } from "./dom.ts";

const OPEN = "open";
const OUT = "out";

/** Lists the curves that name no episode, each with the feed's episodes to choose from. Nothing is guessed. */
export function listNameless(
  curves: readonly Nameless[],
  episodes: readonly Choosable[],
  onChoose: (key: string, guid: string | undefined) => void,
): void {
  const section = find(".choices", HTMLElement);
  const focused = section.contains(document.activeElement) ? document.activeElement?.id : undefined;
  section.hidden = curves.length === 0;
  const createAll = (all: readonly Nameless[]) =>
    all.map((curve) => createCurve(curve, `curve-${curves.indexOf(curve)}`, episodes, onChoose));
  const byTitle = curves.filter(isDone);
  find(".nameless", HTMLElement).replaceChildren(...createAll(curves.filter((curve) => !isDone(curve))));
  find(".by-title", HTMLElement).hidden = byTitle.length === 0;
  find(".by-title summary", HTMLElement).textContent = `${formatCount(byTitle.length, "curve")} by their title`;
  find(".by-title ul", HTMLElement).replaceChildren(...createAll(byTitle));
  if (focused) document.getElementById(focused)?.focus();
}

function isDone({ isByTitle, guid }: Nameless): boolean {
  return isByTitle && guid !== undefined;
}

function createCurve(
  { key, origin, source, guid, isByTitle, taken }: Nameless,
  id: string,
  episodes: readonly Choosable[],
  onChoose: (key: string, guid: string | undefined) => void,
): HTMLElement {
  const options = episodes.map((episode) => {
    const mark = taken.has(episode.guid) ? `  (has a curve of ${source})` : "";
    return create("option", { value: `guid:${episode.guid}` }, `${episode.name}${mark}`);
  });
  const select = create(
    "select",
    { id },
    create("option", { value: OPEN }, "Choose the episode …"),
    create("option", { value: OUT }, "Leave this curve out"),
    ...options,
  );
  select.value = guid === undefined ? OPEN : guid === "" ? OUT : `guid:${guid}`;
  select.addEventListener("change", () => {
    const { value } = select;
    onChoose(key, value === OPEN ? undefined : value === OUT ? "" : value.slice("guid:".length));
  });
  const by = isByTitle ? create("span", { className: "by" }, "by its title") : "";
  return create(
    "li",
    { className: guid === undefined ? "is-open" : "" },
    create("label", { htmlFor: id }, create("strong", {}, source), " ", create("bdi", {}, origin)),
    create("div", { className: "choice" }, select, by),
  );
}
