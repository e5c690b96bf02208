import { Option } from "commander";
import { IMPORTABLE } from "../../sources/formats/formats.ts";

/** Creates the option that forces one format for all files. */
export function createFormatOption(): Option {
  return new Option("--format <format>", "format of all files (default: detected from the content of each)").choices(
    IMPORTABLE,
  );
}
