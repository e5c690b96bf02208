import { type Bundle, GENERATOR, OFFLINE } from "../../report/make/page.ts";
import { BODY } from "../../studio/page/studio-body.ts";
import { hashCode } from "./code-hash.ts";
import { bundlePage } from "./page-bundle.ts";
import { bundleStudio } from "./studio-bundle.ts";

/**
 * Composes the page that makes reports in a browser: one file, which requests nothing. Its one script has the worker and the
 * report as texts.
 */
export async function composeStudio(): Promise<string> {
  const report = await bundlePage();
  const { licences, script: ownScript, style, worker } = await bundleStudio();
  const workerScript = `${OFFLINE};\nconst REPORT=${toLiteral(report)};\n${worker}`;
  const script = `${licences}const WORKER=${toLiteral(workerScript)};\n${ownScript}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${GENERATOR}
<meta http-equiv="Content-Security-Policy" content="${composePolicy(script, style, report.hashes)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Podcast report</title>
<style>${style}</style>
<script>${OFFLINE}</script>
</head>
<body>
${BODY}<script>${script}</script>
</body>
</html>
`;
}

function composePolicy(script: string, style: string, report: Bundle["hashes"]): string {
  return [
    "default-src 'none'",
    `script-src '${hashCode(OFFLINE)}' '${hashCode(script)}' '${report.guard}' '${report.script}'`,
    `style-src '${hashCode(style)}' '${report.style}'`,
    // The report and the worker, which this page makes.
    "frame-src blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // It accepts the address of the worker, and nothing else.
    "trusted-types worker",
  ].join("; ");
}

/** Without "<", a text can't end the script, or begin what looks like another (HTML, section 4.12.1.3). */
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
