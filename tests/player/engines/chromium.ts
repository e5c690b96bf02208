import type { Page } from "playwright-core";
import { composeCall, type Engine } from "../../support/engines/engine.ts";
import { launchBrowser } from "../../support/launch.ts";

/** Starts Chromium. */
export async function openChromium(): Promise<Engine> {
  const browser = await launchBrowser("--autoplay-policy=no-user-gesture-required", "--mute-audio");
  const context = await browser.newContext();
  const complaints: string[] = [];
  const openTab = async () => {
    const page = await context.newPage();
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(String(error)));
    return page;
  };
  let page: Page = await openTab();
  return {
    complaints,
    goto: async (url) => {
      await page.goto(url);
    },
    run: (body) => page.evaluate(composeCall(body)),
    press: (key) => page.keyboard.press(key),
    click: (x, y) => page.mouse.click(x, y),
    resize: (width, height) => page.setViewportSize({ width, height }),
    closeTab: async () => {
      const closing = page;
      page = await openTab();
      await closing.close();
    },
    back: async () => {
      await page.goBack({ waitUntil: "commit" });
    },
    close: () => browser.close(),
  };
}
