import type { Engine } from "./engine.ts";

/** More than a page waits by itself, and less than the time of a test. */
const ACTION_SECONDS = 60;
/** Browsers have taken a minute on a busy machine. */
const START_SECONDS = 110;

/** Starts an engine, and limits the time of that and of each action. A test that waits for ever would not say for what. */
export async function startWithLimits(name: string, start: () => Promise<Engine>): Promise<Engine> {
  return withLimits(name, await limit(`Starting ${name}`, start(), START_SECONDS));
}

/** Waits for what an engine does. @throws Error that says what it was, if it does not end in time */
async function limit<Result>(what: string, doing: Promise<Result>, seconds = ACTION_SECONDS): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has not ended in ${seconds} s.`)), seconds * 1_000);
  });
  return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

function withLimits(name: string, engine: Engine): Engine {
  const limited = Object.entries(engine).map(([action, act]) => {
    const doLimited = (...args: readonly unknown[]) =>
      limit(`${name}: ${action} ${args.join(" ").trim().slice(0, 200)}`, act(...args));
    return [action, action === "complaints" ? act : doLimited];
  });
  return Object.fromEntries(limited);
}
