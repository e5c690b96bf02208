import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { type Bundle, GENERATOR, OFFLINE } from "../../report/make/page.ts";
import { BODY } from "../../studio/page/studio-body.ts";
import { addLicences, bundle, bundlePage, hashCode, ROOT } from "./page-bundle.ts";

/** What is bundled otherwise than the report. */
const OPTIONS: BuildOptions = {
  define: { "import.meta.url": '""', "import.meta.dirname": '""', global: "globalThis" },
  // What sax needs for streams, which nobody opens.
  external: ["stream", "string_decoder"],
  logLevel: "error",
  alias: { "#packing": join(ROOT, "retention/studio/browser/pako-packing.ts") },
};

/**
 * Bundles the page that makes reports in a browser: one file, which requests nothing. Its one script has the worker and the
 * report as texts. The package of the commands has its result instead.
 */
export async function loadStudio(): Promise<{ readonly page: string }> {
  const report = await bundlePage();
  const worker = await bundle(["retention/studio/worker/main.ts"], OPTIONS);
  const page = await bundle(["retention/studio/page/main.ts", "retention/studio/page/studio.css"], OPTIONS);
  const workerScript = `${OFFLINE};\nconst REPORT=${toLiteral(report)};\n${worker.script}`;
  const script = await addLicences({
    script: `const WORKER=${toLiteral(workerScript)};\n${page.script}`,
    metafile: { ...page.metafile, inputs: { ...worker.metafile.inputs, ...page.metafile.inputs } },
  });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${GENERATOR}
<meta http-equiv="Content-Security-Policy" content="${composePolicy(script, page.style, report.hashes)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Podcast report</title>
<style>${page.style}</style>
<script>${OFFLINE}</script>
</head>
<body>
${BODY}<script>${script}</script>
</body>
</html>
`;
  return { page: html };
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
