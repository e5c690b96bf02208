import { decodeUtf8 } from "../../../lib/bytes.ts";
import { InputError } from "../base/refusals.ts";
import type { ByteRange } from "../input/batches.ts";
import { ValueScanner } from "../input/values.ts";

/** How a HAR file begins (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). Some programs put texts first, such as `$schema`. */
const START = /^\s*\{(?:\s*"[^"]*"\s*:\s*"[^"]*"\s*,)*\s*"log"\s*:\s*\{/;

/** Checks from the beginning of a source whether it is a HAR file, in which a browser saves what a page loaded. */
export function isHar(head: Uint8Array): boolean {
  return START.test(decodeUtf8(head));
}

/** Finds the entries of a HAR file, each of which is a request with its response. */
export class HarScanner extends ValueScanner {
  constructor() {
    super("entries");
  }

  override finish(record: Uint8Array | undefined, spans: ByteRange[]): InputError | undefined {
    const fault = super.finish(record, spans);
    if (!this.hasEntries) return new InputError("damaged-har", "It has no log.entries.");
    if (this.isBroken) return new InputError("damaged-har", "It is damaged between its entries.");
    // Nothing else is wrong with what is not broken.
    return fault && new InputError("cut-off", "It ends in the middle.");
  }
}
