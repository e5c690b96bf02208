// Ends the process with a sentence on a Node.js that can't run this project, before anything loads that it can't parse.
// Every npm script preloads this file (local/node/run.sh), and it is the first plugin in serverless.yml. It is
// CommonJS without new syntax, and loads nothing of node_modules, so that a Node.js of years ago runs it.
"use strict";

const { existsSync } = require("node:fs");
const { join } = require("node:path");

const NODE_MODULES = join(__dirname, "../../node_modules");

if (!isNewEnough(process.version)) {
  const problem = `This needs Node.js 24.3 or newer, or of Node.js 22 at least 22.18, and this is ${process.version}`;
  console.error(`${problem}: ${findWayOut(`node-${process.platform}-${process.arch}`)}.`);
  process.exit(1);
}

/** The least versions that run TypeScript, and don't warn of it. They are engines in package.json, too. */
function isNewEnough(version) {
  const [major, minor] = version.slice(1).split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 3) || (major === 22 && minor >= 18);
}

/** @param name the package that has the Node.js of this platform, if npm ci installs one */
function findWayOut(name) {
  const { optionalDependencies } = require("../../package.json");
  return name in optionalDependencies && !existsSync(join(NODE_MODULES, name))
    ? "run npm ci without --omit=optional, which leaves out Node.js and other programs"
    : "get one from https://nodejs.org/en/download";
}

/** The framework asks for a class. */
module.exports = class NodeVersion {};
