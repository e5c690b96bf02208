import { formatCount } from "../../../lib/count.ts";
import { find, make } from "../../report/page/dom.ts";
import type { Platform, Steps } from "../view.ts";

type StepState = "done" | "open" | "missing";

const MARKS: Readonly<Record<StepState, string>> = { done: "✓", open: "?", missing: "+" };

/** Lists what is there and what can be added: the feed, and each platform. */
export function listSteps({ show, episodes, feedOf, platforms }: Steps): void {
  find("#steps", HTMLElement).textContent = show ?? "Your report";
  document.title = show === undefined ? "Podcast report" : `${show} – Podcast report`;
  const steps = [createFeed(episodes, feedOf), ...platforms.map((platform) => createPlatform(platform, episodes > 0))];
  const read = platforms.reduce((sum, { matched, open }) => sum + matched + open, 0);
  const hint = find(".no-feed", HTMLElement);
  hint.hidden = episodes > 0 || read === 0;
  hint.textContent = `${formatCount(read, "curve")} read. Add your feed: most match by themselves.`;
  const list = find(".checklist", HTMLElement);
  // A step that is as it was stays, so that only what is new is read out.
  for (const [index, step] of steps.entries()) {
    const before = list.children[index];
    if (!before) list.append(step);
    else if (!before.isEqualNode(step)) before.replaceWith(step);
  }
  while (list.children.length > steps.length) list.lastElementChild?.remove();
}

function createFeed(episodes: number, feedOf: string | undefined): HTMLElement {
  if (episodes === 0) return createStep("Feed", "missing", "add it: it has the titles");
  const count = formatCount(episodes, "episode");
  return feedOf === undefined
    ? createStep("Feed", "done", count)
    : createStep("Feed", "open", `${count}, of `, make("span", { class: "day" }, feedOf), ": add today's");
}

function createPlatform({ name, matched, open }: Platform, hasFeed: boolean): HTMLElement {
  if (open > 0 && !hasFeed) return createStep(name, "open", `${formatCount(matched + open, "curve")} read`);
  if (open > 0) return createStep(name, "open", `${matched} matched, ${open} to choose`);
  return matched > 0 ? createStep(name, "done", `${matched} matched`) : createStep(name, "missing", "add its files");
}

function createStep(name: string, state: StepState, ...text: readonly (string | HTMLElement)[]): HTMLElement {
  return make(
    "li",
    { class: `is-${state}` },
    make("span", { class: "tick", "aria-hidden": "true" }, MARKS[state]),
    make("strong", {}, name),
    " ",
    make("span", { class: "state" }, ...text),
  );
}
