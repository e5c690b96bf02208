import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { bundle, composeLicences, ROOT } from "./page-bundle.ts";

/** What is bundled otherwise than the report. */
const OPTIONS: BuildOptions = {
  define: { "import.meta.url": '""', "import.meta.dirname": '""', global: "globalThis" },
  // What sax needs for streams, which nobody opens.
  external: ["stream", "string_decoder"],
  logLevel: "error",
  alias: { "#packing": join(ROOT, "retention/studio/browser/pako-packing.ts") },
};

/** Bundles the studio's page and its worker, and their licences as a comment. The package of the commands has its result instead. */
export async function bundleStudio() {
  const worker = await bundle(["retention/studio/worker/main.ts"], OPTIONS);
  const page = await bundle(["retention/studio/page/main.ts", "retention/studio/page/studio.css"], OPTIONS);
  const licences = await composeLicences({ inputs: { ...worker.metafile.inputs, ...page.metafile.inputs } });
  return { licences, script: page.script, style: page.style, worker: worker.script };
}
