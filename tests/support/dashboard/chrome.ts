import { setTimeout } from "node:timers/promises";
import { CLICK_THROUGH, startWindowed, waitFor } from "./browser.ts";

const PORT = 9_333;

/** A page or a window of developer tools (https://chromedevtools.github.io/devtools-protocol/). */
interface Target {
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

/**
 * Saves the HAR file of a dashboard with the developer tools of Chromium: with the code behind their button "Export HAR
 * (sanitized)", except that its text is returned where the button asks for a file.
 */
export async function recordChrome(url: string): Promise<string> {
  const browser = startWindowed("chromium", (profile) => [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    `--user-data-dir=${profile}`,
    `--remote-debugging-port=${PORT}`,
    "--remote-allow-origins=*",
    "--auto-open-devtools-for-tabs",
    "about:blank",
  ]);
  try {
    const tools = await connect((target) => target.url.startsWith("devtools://"));
    const page = await connect((target) => target.url === "about:blank");
    await waitFor(async () => (await tools(OPEN_PANEL)) || undefined);
    // The panel records a moment after it is there.
    await setTimeout(1_000);
    await page(`location.href = ${JSON.stringify(url)}`);
    await waitFor(async () => (await page("document.readyState === 'complete' && location.href")) === url || undefined);
    await page(CLICK_THROUGH);
    return String(await tools(EXPORT));
  } finally {
    await browser.stop();
  }
}

const OPEN_PANEL = `(async () => {
  const { NetworkPanel } = await import("devtools://devtools/bundled/panels/network/network.js");
  return Boolean(NetworkPanel.NetworkPanel.instance().networkLogView);
})()`;

const EXPORT = `(async () => {
  const { NetworkPanel } = await import("devtools://devtools/bundled/panels/network/network.js");
  const { InspectorFrontendHost } = await import("devtools://devtools/bundled/core/host/host.js");
  const host = InspectorFrontendHost.InspectorFrontendHostInstance;
  let text = "";
  const isSaved = new Promise((resolve) => {
    host.save = (url, content) => {
      text += content ?? "";
      host.events.dispatchEventToListeners("savedURL", { url, fileSystemPath: url });
    };
    host.append = (url, content) => {
      text += content;
      host.events.dispatchEventToListeners("appendedToURL", url);
    };
    host.close = resolve;
  });
  NetworkPanel.NetworkPanel.instance().networkLogView.exportAll({ sanitize: true });
  await isSaved;
  return text;
})()`;

/** Connects to a target. Returns a function that evaluates an expression there. */
async function connect(isMeant: (target: Target) => boolean): Promise<(expression: string) => Promise<unknown>> {
  const { webSocketDebuggerUrl } = await waitFor(async () => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/json/list`);
    return ((await answer.json()) as Target[]).find(isMeant);
  });
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return async (expression) => {
    const answer = new Promise<MessageEvent>((resolve) => socket.addEventListener("message", resolve, { once: true }));
    const params = { expression, awaitPromise: true, returnByValue: true };
    socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params }));
    const { result } = JSON.parse(String((await answer).data));
    if (result.exceptionDetails) throw new Error(result.exceptionDetails.exception.description);
    return result.result.value;
  };
}
