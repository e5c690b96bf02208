import { type Recording, tryParseSaved } from "../curve/recording.ts";

/** What the name of a file says of its only curve. */
interface FileName {
  /** Keys for `--map`, the best first: the platform's id, where the name has a date beside it, and the name without extension. */
  readonly keys: readonly string[];
  /** When the file was saved; undefined if the name does not say. */
  readonly recording?: Recording | undefined;
}

/** A day, and perhaps a time, as programs write them where a name may not have a colon. */
const DAY = /(?<day>\d{4}-\d\d-\d\d)/;
const TIME = /[ T_](?<hour>\d\d)[:_.-]?(?<minute>\d\d)[:_.-]?(?<second>\d\d(?:\.\d+)?)Z?/;

/** An id of Spotify or of digits. Behind other names, days tell videos of one name apart. */
const ID = /[0-9A-Za-z]{22}|\d{5,}/.source;

/** An id of YouTube. What may be words, such as `YouTube-All`, changes less than three times between small letters, capitals and digits. */
const VIDEO = /(?=(?:[\w-]*?(?:(?<=[a-z])[A-Z\d]|(?<=[A-Z])\d|(?<=\d)[A-Za-z])){3})[\w-]{11}/.source;

/** How Open Podcast names what it saves each day: `4rOoJ6Egrf8K2IrywzwOMk-2026-11-02 13:48:19.406718`. */
const STAMPED = new RegExp(`^(?<id>${ID}|${VIDEO})[-_]${DAY.source}${TIME.source}$`);

/** The same without a time. */
const DATED = new RegExp(`^(?<id>${ID})[-_]${DAY.source}$`);

/** The end of a name that is packed. */
const PACKED = /(?<=.)\.gz$/;

/** Parses the name of a file, whichever slashes its path has: `youtube/On tides.zip` -> `On tides`. */
export function parseFileName(path: string): FileName {
  const last = path.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  const name = removeExtension(last.replace(PACKED, ""));
  const { id, day, hour = "00", minute = "00", second = "00" } = (STAMPED.exec(name) ?? DATED.exec(name))?.groups ?? {};
  if (id === undefined) return { keys: [name] };
  return { keys: [id, name], recording: tryParseSaved(`${day}T${hour}:${minute}:${second}`) };
}

/** Checks whether a name is a platform's id, and so of one episode alone. */
export function isId(name: string): boolean {
  return new RegExp(`^(?:${ID}|${VIDEO})$`).test(name);
}

/** Removes the extension from a name: `On tides.zip` -> `On tides`. A name that begins with its only dot has none. */
function removeExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
