import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { GENERATOR } from "../../report/make/page.ts";
import { BODY } from "../../studio/page/sections.ts";
import { bundlePage, hashCode } from "./bundle.ts";
import { loadLicences, ROOT } from "./licences.ts";

/** A script, and what is in it. */
interface Bundled {
  readonly script: string;
  readonly style: string;
  readonly metafile: Metafile;
}

/** Bundles the page that makes reports in a browser. The package of the commands has its result instead. */
export async function loadStudio(): Promise<{ readonly page: string }> {
  return { page: await composeStudio() };
}

/** Composes the page: one file, which requests nothing. Its one script has the worker and the report as texts. */
async function composeStudio(): Promise<string> {
  const report = await bundlePage();
  const worker = await bundle(["studio/worker/main.ts"]);
  const page = await bundle(["studio/page/main.ts", "studio/page/style.css"]);
  const licences = await loadLicences({
    ...worker.metafile,
    inputs: { ...worker.metafile.inputs, ...page.metafile.inputs },
  });
  const workerScript = `const REPORT=${toLiteral(report)};\n${worker.script}`;
  const script = `/*!\n${licences}\n*/\nconst WORKER=${toLiteral(workerScript)};\n${page.script}`;
  return `<!doctype html>
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
</head>
<body>
${BODY}<script>${script}</script>
</body>
</html>
`;
}

function composePolicy(
  script: string,
  style: string,
  report: Awaited<ReturnType<typeof bundlePage>>["hashes"],
): string {
  return [
    "default-src 'none'",
    `script-src '${hashCode(script)}' '${report.guard}' '${report.script}'`,
    `style-src '${hashCode(style)}' '${report.style}'`,
    // The report and the worker, which this page makes.
    "frame-src blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
    "require-trusted-types-for 'script'",
    // It accepts the address of the worker, and nothing else.
    "trusted-types worker",
  ].join("; ");
}

/** Without "<", a text can't end the script, or begin what looks like another (HTML, section 4.12.1.3). */
function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

async function bundle(entries: readonly string[]): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((entry) => join(ROOT, entry)),
    outdir: "/",
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: "es2022",
    define: { "import.meta.url": '""', "import.meta.dirname": '""', global: "globalThis" },
    // What sax needs for streams, which nobody opens.
    external: ["stream", "string_decoder"],
    logLevel: "error",
    metafile: true,
    write: false,
  });
  const find = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  return { script: find(".js"), style: find(".css"), metafile };
}
