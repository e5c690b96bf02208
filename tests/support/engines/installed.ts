import { PROGRAMS } from "../programs.ts";
import { openChromium } from "./chromium.ts";
import type { Engine } from "./engine.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

/** What starts each engine, if it is installed. */
export const ENGINES = {
  Chromium: openChromium,
  Firefox: () => openFirefox(String(PROGRAMS.Firefox.find())),
  WebKit: () => openWebKit(String(PROGRAMS.WebKit.find())),
} as const satisfies Record<string, () => Promise<Engine>>;
