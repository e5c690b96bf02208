import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** How long a browser may take to start, in seconds. */
const PATIENCE = 60;

/** A browser with a window, as its Network panel needs it, on a screen that nobody sees. */
export interface WindowedBrowser {
  readonly profile: string;
  stop(): Promise<void>;
}

/** Starts a browser with a profile of its own. */
export function startWindowed(command: string, args: (profile: string) => readonly string[]): WindowedBrowser {
  const profile = mkdtempSync(join(tmpdir(), "performance-dashboard-"));
  const child = spawn("xvfb-run", ["-a", command, ...args(profile)], { stdio: "ignore", detached: true });
  return { profile, stop: () => stop(child, profile) };
}

async function stop(child: ChildProcess, profile: string): Promise<void> {
  const hasEnded = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid !== undefined) process.kill(-child.pid);
  await hasEnded;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/** Tries something until it gives a value. */
export async function waitFor<Value>(load: () => Promise<Value | undefined>): Promise<Value> {
  for (let attempt = 0; attempt < PATIENCE * 2; attempt++) {
    const value = await load().catch(() => undefined);
    if (value !== undefined) return value;
    await setTimeout(500);
  }
  throw new Error(`Nothing came within ${PATIENCE} s.`);
}

/** What clicks through the episodes of a stand-in dashboard, and waits for the answer of each. */
export const CLICK_THROUGH = `(async () => {
  for (const [index, button] of [...document.querySelectorAll("button")].entries()) {
    button.click();
    while (document.querySelector("output").textContent.trim().split(" ").filter(Boolean).length <= index)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
})()`;
