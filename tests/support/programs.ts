import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { delimiter } from "node:path";
import { findBrowser, findOnPath } from "../../bench/measure/find-browser.ts";

/** A program that some tests need, and that npm ci does not install. */
export interface Program {
  /** Returns its path, or undefined where it is not installed. */
  find(): string | undefined;
  /** How to get it, on Debian if that has it. */
  readonly howTo: string;
}

export type ProgramName = keyof typeof PROGRAMS;

/** Without one of them, its tests are skipped. */
export const PROGRAMS = {
  Chromium: { find: findBrowser, howTo: "apt-get install chromium" },
  Firefox: { find: () => findOnPath(["firefox-esr", "firefox"]), howTo: "apt-get install firefox-esr" },
  WebKit: { find: findMiniBrowser, howTo: "apt-get install webkit2gtk-driver xvfb xauth" },
  PHP: { find: () => findOnPath(["php"]), howTo: "apt-get install php-cli" },
  openssl: { find: () => findOnPath(["openssl"]), howTo: "apt-get install openssl" },
  curl: { find: () => findOnPath(["curl"]), howTo: "apt-get install curl" },
  jq: { find: () => findOnPath(["curl"]) && findOnPath(["jq"]), howTo: "apt-get install jq curl" },
  "cfn-lint": { find: () => findOnPath(["cfn-lint"]), howTo: "pip install cfn-lint" },
  "Node.js 20": { find: findNode20, howTo: "put Node.js 20.19, or a later 20, on PATH before every other Node.js" },
} as const satisfies Record<string, Program>;

/** Finds WebKitGTK's browser, if there is all that drives it, too. */
function findMiniBrowser(): string | undefined {
  const hasDriver = ["WebKitWebDriver", "xvfb-run", "xauth"].every((name) => findOnPath([name]));
  return hasDriver ? globSync("/usr/lib/*/webkit*gtk-*/MiniBrowser")[0] : undefined;
}

/** Finds the machine's own Node.js, which is not the one that npm ci installs, if it is a 20 that the package runs on. */
function findNode20(): string | undefined {
  const folders = process.env.PATH?.split(delimiter).filter((folder) => !folder.includes("node_modules")) ?? [];
  const node = findOnPath(["node"], folders);
  const version = node && execFileSync(node, ["--version"], { encoding: "utf8" });
  return /^v20\.(19|[2-9]\d)\./.test(version ?? "") ? node : undefined;
}
