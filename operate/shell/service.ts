import { stat } from "node:fs/promises";
import { InvalidArgumentError, Option } from "commander";
import { DEVELOPMENT_KEYS } from "../../deploy/development-keys.ts";
import { normalizePublicKey } from "../../lib/public-key.ts";
import { tryParseUrl } from "../../lib/url.ts";
import { CommandError } from "./command.ts";
import { quoteForShell } from "./output.ts";
import { isLoopback } from "./own-machine.ts";
import { IS_PACKAGED } from "./packaged.ts";
import { loadBytes } from "./read-error.ts";

/** A service and the public key that gets admin tokens from it. */
export interface Service {
  /** Base URL without a trailing slash, such as http://localhost:3000. As {@link parseUrl} returns it. */
  readonly url: string;
  /** Normalized. */
  readonly publicKey: string;
  /** Describes the key for messages, which must not show the key itself. */
  readonly keyName: string;
  /** What to do if the service refuses the key. */
  readonly keyAdvice: string;
}

/** The options that name a service, and the file of its public key. */
export interface ServiceOptions {
  readonly url?: string | undefined;
  readonly publicKeyFile?: string | undefined;
}

const FILE_ADVICE = "Pass a file with the service's public key as --public-key-file.";

/** What the help of commands says of the key that a service gets. */
export const KEY_HELP = `The service gets the public key in the file of --public-key-file. Without that option, an https URL gets the key in
PERFORMANCE_PUBLIC_KEY. An http URL must be of this machine, and ${
  IS_PACKAGED ? "needs --public-key-file." : 'gets the development key of "npm start".'
}`;

export function createKeyFileOption(): Option {
  return new Option("--public-key-file <file>", "file with the public key of the service at --url, as text or PEM");
}

/**
 * Returns the service that options name, with the key to send. The key in PERFORMANCE_PUBLIC_KEY goes over https alone,
 * because any user of this machine may listen on one of its ports.
 *
 * @returns undefined if they name none
 * @throws CommandError if there is no key, or if an HTTP header can't carry it
 */
export async function findService({ url, publicKeyFile }: ServiceOptions): Promise<Service | undefined> {
  if (url !== undefined) return { url, ...(await findKey(url, publicKeyFile)) };
  if (publicKeyFile !== undefined)
    throw new CommandError("--public-key-file needs --url, the service that gets the key.");
  return undefined;
}

async function findKey(url: string, file: string | undefined): Promise<Omit<Service, "url">> {
  if (file !== undefined) {
    const publicKey = parseKey(await loadKeyFile(file), file, "is empty. Write the service's public key into it.");
    return { publicKey, keyName: `the key in ${file}`, keyAdvice: FILE_ADVICE };
  }
  const name = "PERFORMANCE_PUBLIC_KEY";
  if (url.startsWith("https:")) {
    const publicKey = parseKey(process.env[name] ?? "", name, "is not set. Set it to the service's public key.");
    const keyAdvice = `Set ${name} to the service's public key.`;
    return { publicKey, keyName: `the key in ${name}`, keyAdvice };
  }
  if (IS_PACKAGED) throw new CommandError(`${name} goes to https URLs alone. ${FILE_ADVICE}`);
  return { publicKey: DEVELOPMENT_KEYS[name], keyName: "the development key", keyAdvice: FILE_ADVICE };
}

/** Says on standard error if others can read the file. */
async function loadKeyFile(file: string): Promise<string> {
  const text = String(await loadBytes(file));
  const stats = await stat(file);
  if (process.getuid && stats.isFile() && (stats.mode & 0o044) !== 0)
    console.error(`Other users can read the key in ${file}. To keep it yours, run: chmod 600 ${quoteForShell(file)}`);
  return text;
}

/**
 * @param place what has the key
 * @param lack what to say of it if it has none
 */
function parseKey(text: string, place: string, lack: string): string {
  const key = normalizePublicKey(text);
  if (!key) throw new CommandError(`${place} ${lack}`);
  try {
    new Headers({ "X-PUB-KEY": key });
  } catch {
    throw new CommandError(
      `${place} has a character that an HTTP header can't carry. Use a key of printable ASCII characters, for the service too.`,
    );
  }
  return key;
}

/**
 * Parses the base URL of a service that may get its key: any over https, and over http one of this machine, by an address
 * or as localhost. The owner of any other name can lead it elsewhere at any time.
 *
 * @throws InvalidArgumentError if the text is anything else
 */
export function parseUrl(text: string): string {
  const url = tryParseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const isBare = !text.includes("://") && URL.canParse(`https://${text}`);
    throw new InvalidArgumentError(
      isBare
        ? `Its scheme is missing. Write https://${text}, or for a service on this machine http://${text}.`
        : "It must be an http or https URL, such as https://performance.example.com.",
    );
  }
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError("A base URL has no user name, password, query or fragment. Leave them out.");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new InvalidArgumentError(
      "Over http, others could read the public key. Write https, or for a service on this machine http with localhost, 127.0.0.1 or [::1].",
    );
  // Without what looks behind, many slashes before something else would take minutes.
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}
