import { InvalidArgumentError, Option } from "commander";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { tryParseUrl } from "../../sources/base/url.ts";
import { CommandError } from "./command.ts";
import { IS_PACKAGED } from "./names.ts";

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

/** What the help of a command says of where charts come from. */
export const WAY_HELP = `Charts are read from the table of --stage. Given --url, they come over HTTP, with the public key in PERFORMANCE_PUBLIC_KEY${
  IS_PACKAGED ? "." : ',\nor if that is not set, with the development key of "npm start".'
}`;

export function createUrlOption(): Option {
  return new Option("--url <url>", "base URL of a service to ask (default: charts are read from the table)").argParser(
    parseUrl,
  );
}

/**
 * Returns the service at a URL with the key in PERFORMANCE_PUBLIC_KEY (default, in a checkout: the development key).
 *
 * @throws CommandError if an HTTP header can't carry that key, or if the package's command is given none
 */
export function findService(url: string): NamedService {
  if (IS_PACKAGED || process.env.PERFORMANCE_PUBLIC_KEY !== undefined)
    return { url, publicKey: loadPublicKey(), keyName: "the key in PERFORMANCE_PUBLIC_KEY" };
  const keyName = "the development key, which is used because PERFORMANCE_PUBLIC_KEY is not set";
  return { url, publicKey: DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY, keyName };
}

/** @throws CommandError if PERFORMANCE_PUBLIC_KEY is not set, or has characters that fetch refuses to send */
export function loadPublicKey(): string {
  const key = normalizePublicKey(process.env.PERFORMANCE_PUBLIC_KEY ?? "");
  if (!key) throw new CommandError("PERFORMANCE_PUBLIC_KEY is not set. Set it to the service's public key.");
  try {
    new Headers({ "X-PUB-KEY": key });
  } catch {
    throw new CommandError(
      "PERFORMANCE_PUBLIC_KEY has a character that an HTTP header can't carry. Use a key of printable ASCII characters, for the service too.",
    );
  }
  return key;
}

/** @throws InvalidArgumentError if the text is not an HTTP(S) URL */
export function parseUrl(text: string): string {
  if (/^https?:$/.test(tryParseUrl(text)?.protocol ?? "")) return trimSlashes(text);
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
