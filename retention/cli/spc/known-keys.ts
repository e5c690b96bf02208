import { hash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isObject, tryParseJson } from "../../../lib/json.ts";
import { saveAtomically } from "../shell/save.ts";

/** Days for which a key that an app refused is not asked for again, and after which one that it answered is forgotten. */
const [REFUSED_DAYS, ANSWERED_DAYS] = [7, 90];

/** Hexadecimal digits of a key's hash. */
const DIGITS = 16;

/** Days since the epoch by the hashes of keys. */
type Days = Map<string, number>;

/** What an app said of keys in earlier runs. Holds no key, only hashes. */
export class KnownKeys {
  readonly #path: string;
  readonly #today = Math.floor(Date.now() / 86_400_000);
  readonly #answered: Days;
  readonly #refused: Days;
  #hasAnswer = false;

  private constructor(path: string, file: unknown) {
    this.#path = path;
    const { answered, refused } = isObject(file) ? file : {};
    this.#answered = this.#parse(answered, ANSWERED_DAYS);
    this.#refused = this.#parse(refused, REFUSED_DAYS);
  }

  /** Loads what is kept in a file. Without one, or if it is damaged, nothing is known. */
  static async load(path: string): Promise<KnownKeys> {
    return new KnownKeys(path, tryParseJson(await readFile(path, "utf8").catch(() => "")));
  }

  /** Whether the app refused a key lately, and has never answered it. */
  isRefused(key: string): boolean {
    return this.#refused.has(identify(key)) && !this.isAnswered(key);
  }

  /** Whether the app has answered any key. Else it may have refused all for another reason than that nobody knows them. */
  get hasAnswered(): boolean {
    return this.#answered.size > 0;
  }

  isAnswered(key: string): boolean {
    return this.#answered.has(identify(key));
  }

  /** @param isAnswered whether the app has numbers for the key; else it refuses it */
  add(key: string, isAnswered: boolean): void {
    (isAnswered ? this.#answered : this.#refused).set(identify(key), this.#today);
    this.#hasAnswer ||= isAnswered;
  }

  /**
   * Saves what is known, unless an app that has answered before had an answer for no key: then something else may be wrong.
   *
   * @throws Error if the file can't be written
   */
  async save(): Promise<void> {
    if (this.hasAnswered && !this.#hasAnswer) return;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const [answered, refused] = [this.#answered, this.#refused].map((days) => Object.fromEntries(days));
    await saveAtomically(this.#path, [JSON.stringify({ answered, refused })], 0o600);
  }

  #parse(days: unknown, limit: number): Days {
    const entries = isObject(days) ? Object.entries(days) : [];
    return new Map(
      entries.flatMap(([id, day]) => (typeof day === "number" && this.#today - day < limit ? [[id, day]] : [])),
    );
  }
}

function identify(key: string): string {
  return hash("sha256", key).slice(0, DIGITS);
}
