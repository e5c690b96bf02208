import { Option } from "commander";
import { IMPORTABLE } from "./sources/formats.ts";

/** The option that forces the format of all files. */
export function createFormatOption(): Option {
  return new Option("--format <format>", "what FILE holds (default: told by its content)").choices(IMPORTABLE);
}
