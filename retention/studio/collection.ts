import { type Choices, createChoices, listNameless } from "./choices.ts";
import { Show } from "./dropped-show.ts";
import type { Shelf } from "./shelf.ts";
import type { Nameless } from "./view.ts";

/** Files, what they say, and what was chosen for them. A change makes another one. */
export class Collection {
  readonly shelf: Shelf;
  readonly choices: Readonly<Choices>;
  readonly show: Show;
  #nameless: readonly Nameless[] | undefined;

  /** @param show of the files */
  constructor(shelf: Shelf = new Map(), choices: Readonly<Choices> = createChoices(), show = new Show(shelf)) {
    this.shelf = shelf;
    this.choices = choices;
    this.show = show;
  }

  /** The curves that don't name their episode, with what was chosen. */
  get nameless(): readonly Nameless[] {
    this.#nameless ??= listNameless(this.show, this.choices);
    return this.#nameless;
  }

  /** Makes one with other choices. */
  change(set: (choices: Choices) => void): Collection {
    const choices = structuredClone(this.choices);
    set(choices);
    return new Collection(this.shelf, choices, this.show);
  }
}
