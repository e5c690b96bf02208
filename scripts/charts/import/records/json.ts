import { isObject, type JsonObject } from "../../../../lib/json.ts";
import { RecordError } from "./refusals.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A record's JSON as an object. @throws RecordError if it is none */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const value = parseJson(bytes);
  if (!isObject(value)) throw new RecordError("not an object", `${describe(value)} instead of a JSON object`);
  return value;
}

/** A record's JSON. @throws RecordError if it is none */
export function parseJson(bytes: Uint8Array): unknown {
  const text = parseText(bytes);
  if (text.includes("\0"))
    throw new RecordError("not JSON", "it holds NUL bytes: was it written by a disk that failed?");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RecordError("not JSON", printable((error as SyntaxError).message));
  }
}

/** A value as a message shows it: its JSON, as far as that is short. */
export function describe(value: unknown): string {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length > 40 ? `${json.slice(0, 40)}…` : json;
}

/** The parser quotes what it did not understand, and that may be anything. */
function printable(message: string): string {
  return message.replace(/\p{Cc}+/gu, " ");
}

function parseText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RecordError("not UTF-8", "it holds bytes that are not UTF-8");
  }
}
