import { InvalidArgumentError } from "commander";
import { isSource, SOURCE_FORM } from "../../lib/source.ts";

/** Parses the value of `--source`. @throws InvalidArgumentError if it can't name a source */
export function parseSource(text: string): string {
  if (isSource(text)) return text;
  throw new InvalidArgumentError(`It must be ${SOURCE_FORM}, such as youtube.`);
}
