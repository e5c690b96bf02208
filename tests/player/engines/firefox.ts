import { type KeyInput, launch } from "puppeteer-core";
import { composeCall, type Engine } from "../../support/engines/engine.ts";

/** Lets pages play without a click, and silently, and WebRTC reach this machine. */
const PREFERENCES = {
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  "media.volume_scale": "0.0",
  "media.peerconnection.ice.loopback": true,
};

/** Starts Firefox, any release as it is published, without a window, by WebDriver BiDi. @param path of its executable */
export async function openFirefox(path: string): Promise<Engine> {
  const browser = await launch({ browser: "firefox", executablePath: path, extraPrefsFirefox: PREFERENCES });
  const complaints: string[] = [];
  const openTab = async () => {
    const page = await browser.newPage();
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    // A page may ask before it is left.
    page.on("dialog", (dialog) => dialog.accept());
    return page;
  };
  let page = await openTab();
  return {
    complaints,
    goto: async (url) => {
      // After a page has come back from the browser's memory, goto() does not see that the next one loads.
      const loaded = new Promise((resolve) => page.once("load", resolve));
      await Promise.race([loaded, page.goto(url, { timeout: 0 })]);
    },
    run: async <Result>(body: string) => (await page.evaluate(composeCall(body))) as Result,
    press: (key) => page.keyboard.press(key as KeyInput),
    click: (x, y) => page.mouse.click(x, y),
    resize: (width, height) => page.setViewport({ width, height }),
    closeTab: async () => {
      const closing = page;
      page = await openTab();
      await closing.close();
    },
    // goBack() waits for a load, which a page from the browser's memory does not have.
    back: async () => {
      await page.evaluate("history.back()");
    },
    close: () => browser.close(),
  };
}
