import { InvalidArgumentError, Option } from "commander";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "../local/environment.ts";
import { findServiceUrl } from "../local/service.ts";
import { CommandError } from "./command.ts";

/** A service, and the key that makes its caller an admin. */
export interface Service {
  /** The base URL, such as http://localhost:3000, without a slash at the end. */
  readonly url: string;
  /** Normalized. */
  readonly publicKey: string;
}

/** A service, and the words for the key that it is asked with: the key itself is not to be shown. */
export interface NamedService extends Service {
  readonly keyName: string;
}

/** The option that says where the service is. */
export function createUrlOption(): Option {
  const text = "where the service is (default: where npm start runs it, or the port in PORT)";
  return new Option("--url <url>", text).argParser(parseUrl);
}

/**
 * The service at a URL or else the local one, with the public key of PERFORMANCE_PUBLIC_KEY or else the local one's.
 *
 * @throws CommandError if no HTTP header can carry that key
 */
export function computeService(url = findServiceUrl(process.env)): NamedService {
  const { PERFORMANCE_PUBLIC_KEY: text } = process.env;
  if (text !== undefined) return { url, publicKey: parsePublicKey(text), keyName: "the key in PERFORMANCE_PUBLIC_KEY" };
  const keyName = "the development key, which is used because PERFORMANCE_PUBLIC_KEY is not set";
  return { url, publicKey: DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY, keyName };
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
