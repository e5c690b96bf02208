import type { Engine } from "./engine.ts";

/** More than a page waits by itself, and less than the time of a test. */
const LIMIT_SECONDS = 60;

/** Waits for what an engine does. @throws Error that says what it was, if it does not end in a minute */
export async function limit<Result>(what: string, doing: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has not ended in ${LIMIT_SECONDS} s.`)), LIMIT_SECONDS * 1_000);
  });
  return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

/** Limits the time of each action of an engine. A test that waits for ever would not say for what. */
export function withLimits(name: string, engine: Engine): Engine {
  const on =
    <Args extends readonly unknown[], Result>(action: string, act: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      limit(`${name}: ${action} ${args.join(" ")}`.trim(), act(...args));
  return {
    complaints: engine.complaints,
    goto: on("goto", engine.goto),
    run: <Result>(body: string) => limit(`${name}: run ${body.trim().slice(0, 200)}`, engine.run<Result>(body)),
    press: on("press", engine.press),
    click: on("click", engine.click),
    resize: on("resize", engine.resize),
    closeTab: on("closeTab", engine.closeTab),
    back: on("back", engine.back),
    close: on("close", engine.close),
  };
}
