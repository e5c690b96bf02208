import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../cli/report/licences.ts";

/** What the module's first comment says of a checkout: a page, and a file of types. */
const OF_CHECKOUT = / \(docs\/players\.md\)|^ \* @import .*\n/gm;

/** Writes the module for web players, and its types, which are in its comments. */
export async function writePlayer(folder: string): Promise<void> {
  const types = await mkdtemp(join(tmpdir(), "performance-data-"));
  try {
    const compiler = ["node_modules/typescript/bin/tsc", "-p", "package/tsconfig.types.json", "--outDir", types];
    await promisify(execFile)(process.execPath, compiler, { cwd: ROOT });
    await copy(join(types, "player/listening.d.ts"), join(folder, "listening.d.ts"));
    await copy(join(ROOT, "player/listening.js"), join(folder, "listening.js"));
  } finally {
    await rm(types, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await writeFile(to, (await readFile(from, "utf8")).replace(OF_CHECKOUT, ""));
}
