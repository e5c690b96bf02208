import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Actions, composeCall, composeClick, composePress, type Engine } from "../../support/engines/engine.ts";
import { findFreePort } from "../../support/port.ts";

/** The height of the browser's own bars, more or less. */
const BARS = 80;

/** Milliseconds. */
const LIMITS = { script: 120_000, pageLoad: 60_000 };

/**
 * Starts WebKitGTK's MiniBrowser in a display of its own, by WebDriver (https://www.w3.org/TR/webdriver2).
 *
 * @param browser the path of MiniBrowser
 */
export async function openWebKit(browser: string): Promise<Engine> {
  const port = await findFreePort();
  const home = await mkdtemp(join(tmpdir(), "webkit-"));
  const complaints: string[] = [];
  const driver = startDriver(port, home, (line) => complaints.push(line));
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const options = { method, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, options);
    const { value } = (await answer.json()) as { readonly value: Value & { error?: string; message?: string } };
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  while (!(await ask("GET", "/status").catch(() => false))) {
    if (driver.exitCode !== null) throw new Error("WebKitWebDriver ended.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const options = ["--automation", "--autoplay-policy=allow", "--enable-write-console-messages-to-stdout=true"];
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: options } } };
  const { sessionId } = await ask<{ readonly sessionId: string }>("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  const post = async <Value>(path: string, body: object = {}) => ask<Value>("POST", `${session}${path}`, body);
  await post("/timeouts", LIMITS);
  const perform = (actions: Actions) => post<void>("/actions", { actions });
  return {
    complaints,
    goto: (url) => post("/url", { url }),
    run: async <Result>(body: string) => {
      const script = `const done = arguments[0]; ${composeCall(body)}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const outcome = await post<{ readonly value: Result; readonly error?: string }>("/execute/async", {
        script,
        args: [],
      });
      if (outcome.error) throw new Error(outcome.error);
      return outcome.value;
    },
    press: (key) => perform(composePress(key)),
    click: (x, y) => perform(composeClick(x, y)),
    resize: (width, height) => post("/window/rect", { width, height: height + BARS }),
    closeTab: async () => {
      const { handle } = await post<{ readonly handle: string }>("/window/new", { type: "tab" });
      await ask("DELETE", `${session}/window`);
      await post("/window", { handle });
    },
    back: () => post("/back"),
    close: async () => {
      await ask("DELETE", session);
      const exit = once(driver, "exit");
      end(driver);
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts the driver with an empty home. In the locale C, WebKit has no language. */
function startDriver(port: number, home: string, onComplaint: (line: string) => void) {
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
