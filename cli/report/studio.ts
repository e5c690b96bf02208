import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { BODY } from "../../studio/page/sections.ts";
import { bundlePage, hashCode } from "./bundle.ts";
import { loadLicences, ROOT } from "./licences.ts";

/** What stands in the browser for files that need Node.js. */
const IN_BROWSERS: Readonly<Record<string, string>> = {
  "lib/gzip.ts": "studio/browser/gzip.ts",
  "sources/base/digest-table.ts": "studio/browser/digest-table.ts",
  "sources/base/spool.ts": "studio/browser/spool.ts",
  "sources/counted-sessions.ts": "studio/browser/counted-sessions.ts",
  "sources/formats/unzip.ts": "studio/browser/unzip.ts",
};

const inBrowsers: Plugin = {
  name: "in-browsers",
  setup({ onLoad }) {
    for (const [file, other] of Object.entries(IN_BROWSERS)) {
      const path = join(ROOT, file).replaceAll(/[.\\]/g, "\\$&");
      onLoad({ filter: new RegExp(`^${path}$`) }, () => {
        const name = JSON.stringify(join(ROOT, other));
        return { contents: `export * from ${name};`, loader: "js", resolveDir: ROOT };
      });
    }
  },
};

/** Bundles the page that makes reports in a browser. The package of the commands has its result instead. */
export async function loadStudio(): Promise<{ readonly page: string }> {
  return { page: await composeStudio() };
}

/** Composes the page: one file, which requests nothing. */
async function composeStudio(): Promise<string> {
  const report = await bundlePage();
  const { script, style } = await bundleStudio();
  const policy = [
    "default-src 'none'",
    `script-src '${hashCode(script)}' '${report.hashes.guard}' '${report.hashes.script}'`,
    `style-src '${hashCode(style)}' '${report.hashes.style}'`,
    // The report, which this page makes.
    "frame-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Podcast report</title>
<style>${style}</style>
</head>
<body>
${BODY}<script type="application/json" id="bundle">${JSON.stringify(report).replaceAll("<", "\\u003c")}</script>
<script>${script}</script>
</body>
</html>
`;
}

async function bundleStudio(): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, "studio/page/main.ts"), join(ROOT, "studio/page/style.css")],
    outdir: "/",
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: "es2022",
    inject: [join(ROOT, "studio/browser/buffer.ts")],
    define: { "import.meta.url": '""', "import.meta.dirname": '""', global: "globalThis" },
    external: ["stream", "string_decoder"],
    plugins: [inBrowsers],
    logLevel: "error",
    metafile: true,
    write: false,
  });
  const find = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  const licences = await loadLicences(metafile);
  return { script: `/*!\n${licences}\n*/\n${find(".js")}`, style: find(".css") };
}
