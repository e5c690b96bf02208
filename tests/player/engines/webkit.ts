import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, Key } from "selenium-webdriver";
import { composeCall, type Engine } from "../../support/engines/engine.ts";
import { findFreePort } from "../../support/port.ts";

/** The height of the browser's own bars, more or less. */
const BARS = 80;

/** Keys that are no characters, by their names in `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: Key.BACK_SPACE,
  Tab: Key.TAB,
  Enter: Key.ENTER,
  End: Key.END,
  Home: Key.HOME,
  ArrowRight: Key.ARROW_RIGHT,
};

/** Milliseconds. */
const LIMITS = { script: 120_000, pageLoad: 60_000 };

/**
 * Starts WebKitGTK's MiniBrowser in a display of its own, by WebDriver.
 *
 * @param browser the path of MiniBrowser
 */
export async function openWebKit(browser: string): Promise<Engine> {
  const port = await findFreePort();
  const home = await mkdtemp(join(tmpdir(), "webkit-"));
  const complaints: string[] = [];
  const server = startServer(port, home, (line) => complaints.push(line));
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(`${url}status`).catch(() => false))) {
    if (server.exitCode !== null) throw new Error("WebKitWebDriver ended.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const args = ["--automation", "--autoplay-policy=allow", "--enable-write-console-messages-to-stdout=true"];
  const capabilities = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary: browser, args } };
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts(LIMITS);
  return {
    complaints,
    goto: (url) => driver.get(url),
    run: async <Result>(body: string) => {
      const outcome = await driver.executeAsyncScript<{ readonly value: Result; readonly error?: string }>(
        `const done = arguments[0]; ${composeCall(body)}.then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      );
      if (outcome.error) throw new Error(outcome.error);
      return outcome.value;
    },
    press: async (key) => {
      await driver
        .actions()
        .sendKeys(KEYS[key] ?? key)
        .perform();
    },
    click: async (x, y) => {
      await driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .click()
        .perform();
    },
    resize: async (width, height) => {
      await driver
        .manage()
        .window()
        .setRect({ width, height: height + BARS });
    },
    closeTab: async () => {
      const closing = await driver.getWindowHandle();
      await driver.switchTo().newWindow("tab");
      const opened = await driver.getWindowHandle();
      await driver.switchTo().window(closing);
      await driver.close();
      await driver.switchTo().window(opened);
    },
    back: () => driver.navigate().back(),
    close: async () => {
      await driver.quit();
      const exit = once(server, "exit");
      end(server);
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts the driver with an empty home. In the locale C, WebKit has no language. */
function startServer(port: number, home: string, onComplaint: (line: string) => void) {
  const display = ["-a", "-s", "-screen 0 1600x1400x24"];
  const env = {
    ...process.env,
    ...{ HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, LC_ALL: "C", NO_AT_BRIDGE: "1" },
    // The sandbox does not work for root, the user of containers. The tests open only their own pages.
    ...{ WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  };
  const driver = spawn("xvfb-run", [...display, "WebKitWebDriver", `--port=${port}`], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  process.once("exit", () => end(driver));
  for (const stream of [driver.stdout, driver.stderr])
    stream.on("data", (data) => {
      for (const line of String(data).split("\n")) if (/CONSOLE.*(ERROR|WARN)/.test(line)) onComplaint(line);
    });
  return driver;
}

/** Ends the driver's group: the display, the driver and the browser. */
function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
}
