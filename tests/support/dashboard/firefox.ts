import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { CLICK_THROUGH, startWindowed, waitFor } from "./browser.ts";

const PORT = 2_929;

const PREFERENCES = {
  "marionette.port": PORT,
  "devtools.netmonitor.har.includeResponseBodies": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
};

/**
 * Saves the HAR file of a dashboard with the developer tools of Firefox: with the code behind "Save All As HAR".
 *
 * @param bodyLimit bytes of a body that Firefox keeps; it saves larger ones without their content
 */
export async function recordFirefox(url: string, bodyLimit: number): Promise<string> {
  const browser = startWindowed("firefox-esr", (profile) => {
    const preferences = { ...PREFERENCES, "devtools.netmonitor.responseBodyLimit": bodyLimit };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
    writeFileSync(join(profile, "user.js"), lines.join(""));
    return ["--no-remote", "--profile", profile, "--marionette", "--remote-allow-system-access", "about:blank"];
  });
  try {
    const run = await openSession(await waitFor(() => dial()));
    await run("Marionette:SetContext", { value: "chrome" });
    await run("WebDriver:ExecuteAsyncScript", toScript(OPEN_PANEL));
    await run("Marionette:SetContext", { value: "content" });
    await run("WebDriver:Navigate", { url });
    await run("WebDriver:ExecuteAsyncScript", toScript(CLICK_THROUGH));
    await run("Marionette:SetContext", { value: "chrome" });
    // The panel learns of a request a moment after the page.
    await setTimeout(1_000);
    return String(await run("WebDriver:ExecuteAsyncScript", toScript(EXPORT)));
  } finally {
    await browser.stop();
  }
}

const TOOLS = `
  const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
  const { gDevTools } = require("devtools/client/framework/devtools");
  const toolbox = await gDevTools.showToolboxForTab(gBrowser.selectedTab, { toolId: "netmonitor" });`;

const OPEN_PANEL = `(async () => {${TOOLS}})()`;

const EXPORT = `(async () => {${TOOLS}
  return JSON.stringify({ log: await toolbox.getHARFromNetMonitor() });
})()`;

function toScript(expression: string) {
  const script = `const done = arguments[0]; (${expression}).then(done, (error) => done(String(error)));`;
  return { script, args: [], scriptTimeout: 120_000, sandbox: "system" };
}

function dial(): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(PORT, "127.0.0.1", () => resolve(socket)).on("error", () => resolve(undefined));
  });
}

/** Opens a session of Marionette, whose messages are `LENGTH:[type, id, error, result]` (firefox-source-docs.mozilla.org). */
async function openSession(socket: Socket): Promise<(name: string, parameters: object) => Promise<unknown>> {
  const waiting: ((message: readonly unknown[]) => void)[] = [];
  let known: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    known = Buffer.concat([known, chunk]);
    for (let colon = known.indexOf(":"); colon !== -1; colon = known.indexOf(":")) {
      const end = colon + 1 + Number(known.toString("latin1", 0, colon));
      if (known.length < end) return;
      const message = JSON.parse(known.toString("utf8", colon + 1, end));
      known = known.subarray(end);
      // The greeting is an object.
      if (Array.isArray(message)) waiting.shift()?.(message);
    }
  });
  const run = async (name: string, parameters: object) => {
    const text = JSON.stringify([0, 1, name, parameters]);
    const answer = new Promise<readonly unknown[]>((resolve) => waiting.push(resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer;
    if (error) throw new Error(JSON.stringify(error));
    return (result as { readonly value?: unknown }).value;
  };
  await run("WebDriver:NewSession", { capabilities: {} });
  return run;
}
