#!/usr/bin/env node
// CommonJS without new syntax, so that a Node.js of years ago can run it, and says in a sentence that it is too old.
"use strict";

const [major, minor] = process.version.slice(1).split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `performance-data needs Node.js 20.19 or newer, and this is ${process.version}: get one from https://nodejs.org/en/download.`,
  );
  process.exitCode = 1;
} else {
  // The AWS SDK warns that its versions after January 2027 will not run on Node.js 20. This one does.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
  void import("./main.js");
}
