import { restoreFiles } from "./shipped-files.ts";

await restoreFiles();
