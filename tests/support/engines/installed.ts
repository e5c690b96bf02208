import { globSync } from "node:fs";
import { findBrowser, findOnPath } from "../../../bench/measure/find-browser.ts";
import { openChromium } from "./chromium.ts";
import type { Engine } from "./engine.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

/** What starts each engine that is installed. */
export interface Installed {
  readonly Chromium: (() => Promise<Engine>) | undefined;
  readonly Firefox: (() => Promise<Engine>) | undefined;
  readonly WebKit: (() => Promise<Engine>) | undefined;
}

/** Debian's packages, besides xvfb for the display. */
export const PACKAGES: Readonly<Record<keyof Installed, string>> = {
  Chromium: "chromium",
  Firefox: "firefox-esr",
  WebKit: "webkit2gtk-driver, xvfb and xauth",
};

export function findInstalled(): Installed {
  const firefox = findOnPath(["firefox-esr", "firefox"]);
  const [miniBrowser] = globSync("/usr/lib/*/webkit*gtk-*/MiniBrowser");
  const hasDriver = ["WebKitWebDriver", "xvfb-run", "xauth"].every((name) => findOnPath([name]));
  return {
    Chromium: findBrowser() ? openChromium : undefined,
    Firefox: firefox === undefined ? undefined : () => openFirefox(firefox),
    WebKit: miniBrowser && hasDriver ? () => openWebKit(miniBrowser) : undefined,
  };
}
