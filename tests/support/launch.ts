import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import { findBrowser } from "../../bench/measure/find-browser.ts";

/** Switches that keep the browser from using the GPU, and the network on its own account. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser that all files of a run share. */
export async function launchShared(): Promise<BrowserServer> {
  return chromium.launchServer(composeOptions([]));
}

/**
 * Starts a browser for tests that need it to be otherwise.
 *
 * @param switches of Chromium, in addition to those of all tests
 */
export async function launchBrowser(...switches: readonly string[]): Promise<Browser> {
  return chromium.launch(composeOptions(switches));
}

function composeOptions(switches: readonly string[]): LaunchOptions {
  return {
    executablePath: String(findBrowser()),
    // Chromium's sandbox does not work for root, the user of containers. The tests open only their own pages.
    chromiumSandbox: false,
    args: [...QUIET, ...switches],
    // Playwright turns it off. A page that comes back is as its listener left it.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  };
}
