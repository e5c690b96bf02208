import { InvalidArgumentError, Option } from "commander";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { findServiceUrl } from "../../local/service.ts";
import { CommandError } from "./command.ts";

/** A service and the public key that gets admin tokens from it. */
export interface Service {
  /** Base URL without a trailing slash, such as http://localhost:3000. */
  readonly url: string;
  /** Normalized. */
  readonly publicKey: string;
}

/** A service with a description of its key for messages, which must not show the key itself. */
export interface NamedService extends Service {
  readonly keyName: string;
}

/** What the help of a command says of a local service that does not run. */
export const NO_SERVICE_HELP =
  'Without --url and AWS variables, charts are read from the tables of "npm start" if that does not run.';

export function createUrlOption(): Option {
  const text =
    "base URL of the service (default: http://localhost:PORT; if PORT is not set, the port of a running npm start, or 3000)";
  return new Option("--url <url>", text).argParser(parseUrl);
}

/**
 * Returns the service at a URL (default: the local service) with the key in PERFORMANCE_PUBLIC_KEY (default: the
 * development key).
 *
 * @throws CommandError if an HTTP header can't carry that key
 */
export function findService(url = findServiceUrl(process.env)): NamedService {
  const { PERFORMANCE_PUBLIC_KEY: text } = process.env;
  if (text !== undefined) return { url, publicKey: parsePublicKey(text), keyName: "the key in PERFORMANCE_PUBLIC_KEY" };
  const keyName = "the development key, which is used because PERFORMANCE_PUBLIC_KEY is not set";
  return { url, publicKey: DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY, keyName };
}

/** @throws InvalidArgumentError if the text is not an HTTP(S) URL */
export function parseUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return trimSlashes(text);
  const isBare = !text.includes("://") && URL.canParse(`http://${text}`);
  throw new InvalidArgumentError(
    isBare
      ? `Its scheme is missing. Write http://${text} or https://${text}.`
      : "It must be an http or https URL, such as https://performance.example.com.",
  );
}

/** Without a regular expression, which would take minutes for many slashes before something else. */
function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}

/**
 * Normalizes the value of PERFORMANCE_PUBLIC_KEY.
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
      "PERFORMANCE_PUBLIC_KEY has a character that an HTTP header can't carry. Use a key of printable ASCII characters, for the service too.",
    );
  }
}
