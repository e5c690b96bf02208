import type { Disturbance, Meddling, Overlap, Restoration, Settings } from "./events.ts";
import type { Sent } from "./functions.ts";
import type { Operation } from "./operator.ts";
import type { World } from "./world.ts";

/** A player and how it sends what was heard: at once, in parts, in parts that arrive together, everything so far again, or twice. */
interface Listening extends Sent {
  readonly way: "at once" | "in parts" | "together" | "so far" | "twice";
  readonly container: number;
  /** See {@link World.listen}. */
  readonly skew: number;
}

/** Listeners behind one address, who all hear the same. */
type Crowd = Omit<Sent, "userAgent"> & { readonly size: number };

/** A step of a history. */
export type Step =
  | { readonly configure: Settings }
  | { readonly listen: Listening }
  | { readonly crowd: Crowd }
  | { readonly operate: Operation }
  | { readonly wait: number }
  | { readonly waitForClose: number }
  | { readonly update: Disturbance }
  | { readonly updateAhead: number }
  | { readonly meddle: readonly (Meddling | null)[] }
  | { readonly recount: true }
  | { readonly backUp: true }
  | { readonly restore: Restoration }
  | { readonly overlap: Overlap };

export async function takeStep(world: World, step: Step): Promise<void> {
  if ("configure" in step) world.configure(step.configure);
  else if ("listen" in step) await send(world, step.listen);
  else if ("crowd" in step) await sendAll(world, step.crowd);
  else if ("operate" in step) await world.operate(step.operate);
  else if ("wait" in step) world.clock.wait(step.wait);
  else if ("waitForClose" in step) world.clock.waitForClose(step.waitForClose);
  else if ("update" in step) await world.update(step.update);
  else if ("updateAhead" in step) await world.updateAhead(step.updateAhead);
  else if ("meddle" in step) await world.meddle(step.meddle);
  else if ("recount" in step) await world.recount();
  else if ("backUp" in step) await world.backUp();
  else if ("restore" in step) await world.restore(step.restore);
  else await world.overlap(step.overlap);
}

async function send(world: World, { way, container, skew, ...sent }: Listening): Promise<void> {
  const half = sent.seconds.slice(0, Math.ceil(sent.seconds.length / 2));
  const rest = sent.seconds.slice(half.length);
  const part = { ...sent, seconds: half };
  const remainder = { ...sent, seconds: rest };
  if (way === "at once") return world.listen([sent], container, skew);
  if (way === "together") return world.listen([part, remainder], container, skew);
  await world.listen([way === "twice" ? sent : part], container, skew);
  await world.listen([way === "in parts" ? remainder : sent], 1 - container, skew);
}

async function sendAll(world: World, { size, ...sent }: Crowd): Promise<void> {
  for (let number = 0; number < size; number++) await world.listen([{ ...sent, userAgent: `Player/${number}` }], 0, 0);
}
