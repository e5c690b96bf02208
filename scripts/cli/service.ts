import { InvalidArgumentError } from "commander";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { CommandError } from "./command.ts";

/** A service, and the key that makes its caller an admin. */
export interface Service {
  /** The base URL, such as http://localhost:3000, without a slash at the end. */
  readonly url: string;
  /** Normalized. */
  readonly publicKey: string;
}

/** @throws InvalidArgumentError if it is no HTTP(S) URL */
export function parseUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text.replace(/\/+$/, "");
  const isBare = !text.includes("://") && URL.canParse(`http://${text}`);
  throw new InvalidArgumentError(
    isBare ? `Its scheme is missing: http://${text} or https://${text}.` : "It must be an HTTP(S) URL.",
  );
}

/**
 * Normalizes the public key that PERFORMANCE_PUBLIC_KEY holds.
 *
 * @throws CommandError if it has characters that fetch refuses to send
 */
export function parsePublicKey(text: string): string {
  const key = normalizePublicKey(text);
  try {
    new Headers({ "X-PUB-KEY": key });
    return key;
  } catch {
    throw new CommandError(
      "PERFORMANCE_PUBLIC_KEY has a character that no HTTP header can carry: use a key of printable ASCII",
    );
  }
}
