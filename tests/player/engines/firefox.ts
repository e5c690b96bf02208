import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Actions, composeCall, composeClick, composePress, type Engine } from "../../support/engines/engine.ts";
import { connect } from "./bidi.ts";

/** Lets pages play without a click, and silently, and WebRTC reach this machine. */
const PREFERENCES = {
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  "media.volume_scale": "0.0",
  "media.peerconnection.ice.loopback": true,
};

/** Starts Firefox, any release as it is published, without a window. @param path of its executable */
export async function openFirefox(path: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const env = { ...process.env, HOME: profile };
  const browser = spawn(path, options, { stdio: ["ignore", "ignore", "pipe"], env });
  process.once("exit", () => browser.kill());
  const complaints: string[] = [];
  const { send } = await connect(await readAddress(browser), (entry) => {
    const { level, text } = entry as { readonly level: string; readonly text: string };
    if (level !== "debug" && level !== "info") complaints.push(`${level}: ${text}`);
  });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  let context = String((await send("browsingContext.getTree")).contexts[0]?.context);
  const perform = async (actions: Actions) => {
    await send("input.performActions", { context, actions });
  };
  return {
    complaints,
    goto: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    run: async (body) => {
      const expression = `${composeCall(body)}.then((value) => JSON.stringify({ value }))`;
      const parameters = { expression, target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = await send("script.evaluate", parameters);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(String(result.value)).value;
    },
    press: (key) => perform(composePress(key)),
    click: (x, y) => perform(composeClick(x, y)),
    resize: async (width, height) => {
      await send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    closeTab: async () => {
      const closing = context;
      context = (await send("browsingContext.create", { type: "tab" })).context;
      await send("browsingContext.close", { context: closing });
    },
    back: async () => {
      await send("browsingContext.traverseHistory", { context, delta: -1 });
    },
    close: async () => {
      const exit = once(browser, "exit");
      await send("browser.close");
      await exit;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Reads where the browser listens: it says so on its standard error. */
async function readAddress(browser: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    browser.stderr.on("data", (chunk) => {
      text += chunk;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
      if (address) resolve(address);
    });
    browser.once("exit", () => reject(new Error(`Firefox ended:\n${text}`)));
  });
}
