import { join } from "node:path";
import type { Plugin } from "esbuild";
import { bundlePage } from "../../cli/report/bundle.ts";
import { ROOT } from "../../cli/report/licences.ts";
import { loadStudio } from "../../cli/report/studio.ts";
import { loadOpenApi } from "../../cli/smoke/document.ts";
import { loadDeclarations } from "../../local/declarations.ts";

/** The one function that commands call in each of these files. It reads the checkout, and takes no arguments. */
const CONSTANTS: Readonly<Record<string, () => Promise<object>>> = {
  "cli/report/bundle.ts": bundlePage,
  "cli/report/studio.ts": loadStudio,
  "cli/smoke/document.ts": loadOpenApi,
  "local/declarations.ts": loadDeclarations,
};

/** Puts what these functions return in the place of their files, because users have no checkout. */
export const constants: Plugin = {
  name: "constants",
  setup({ onLoad }) {
    for (const [file, load] of Object.entries(CONSTANTS)) {
      const path = join(ROOT, file).replaceAll(/[.\\]/g, "\\$&");
      onLoad({ filter: new RegExp(`^${path}$`) }, async () => {
        return { contents: `export const ${load.name} = async () => (${JSON.stringify(await load())});`, loader: "js" };
      });
    }
  },
};
