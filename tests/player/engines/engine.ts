import { afterAll, beforeAll } from "vitest";
import { describeWith } from "../../support/describe-with.ts";
import type { Engine } from "../../support/engines/engine.ts";
import { useLog } from "../../support/log.ts";
import { PROGRAMS } from "../../support/programs.ts";
import { useConfiguredService } from "../../support/service.ts";
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

/** More than a page waits by itself, and less than the time of a test. */
const ACTION_SECONDS = 60;
/** Browsers have taken a minute on a busy machine. */
const START_SECONDS = 110;

/** What starts each engine, if it is installed. */
const ENGINES = {
  Chromium: openChromium,
  Firefox: () => openFirefox(String(PROGRAMS.Firefox.find())),
  WebKit: () => openWebKit(String(PROGRAMS.WebKit.find())),
} as const satisfies Record<string, () => Promise<Engine>>;

/**
 * Runs tests in an engine, if it is installed.
 *
 * @param define gets what returns the engine, once it has started
 */
export function describeEngine(name: keyof typeof ENGINES, define: (getEngine: () => Engine) => void): void {
  useConfiguredService();
  useLog();

  describeWith(name, `in ${name}`, () => {
    let engine: Engine | undefined;
    const getEngine = () => {
      if (!engine) throw new Error(`${name} has not started.`);
      return engine;
    };
    beforeAll(async () => {
      engine = withLimits(name, await limit(`Starting ${name}`, ENGINES[name](), START_SECONDS));
    });
    afterAll(() => engine?.close());
    define(getEngine);
  });
}

/** Waits for what an engine does. @throws Error that says what it was, if it does not end in time */
async function limit<Result>(what: string, doing: Promise<Result>, seconds = ACTION_SECONDS): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has not ended in ${seconds} s.`)), seconds * 1_000);
  });
  return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

/** Limits the time of each action. A test that waits for ever would not say for what. */
function withLimits(name: string, engine: Engine): Engine {
  const limited = Object.entries(engine).map(([action, act]) => {
    const doLimited = (...args: readonly unknown[]) =>
      limit(`${name}: ${action} ${args.join(" ").trim().slice(0, 200)}`, act(...args));
    return [action, action === "complaints" ? act : doLimited];
  });
  return Object.fromEntries(limited);
}
