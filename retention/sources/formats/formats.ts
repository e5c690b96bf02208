import type { JsonObject } from "../../../lib/json.ts";
import { RECORD_FORMATS } from "../input/detect.ts";
import { apple } from "./apple.ts";
import { csv } from "./csv.ts";
import type { Format } from "./format.ts";
import { harborfm } from "./harborfm.ts";
import { op3 } from "./op3.ts";
import { peertube, peertubeOverall } from "./peertube.ts";
import { spotify, spotifyAnchor } from "./spotify.ts";
import { spotifyGraphql } from "./spotify-graphql.ts";
import { youtube, youtubeRecords, youtubeStudio, youtubeTable } from "./youtube.ts";

/** Formats of JSON documents. The first one that recognizes a document parses it. */
export const JSON_FORMATS: readonly Format<JsonObject>[] = [
  youtube,
  harborfm,
  op3,
  peertube,
  peertubeOverall,
  apple,
  spotify,
  spotifyGraphql,
  spotifyAnchor,
];

/** Formats of any other text. The first one that recognizes a text parses it. */
export const TEXT_FORMATS: readonly Format<string>[] = [youtubeStudio, youtubeTable, youtubeRecords, csv];

/** Names of all formats of documents, without duplicates. */
export const FORMAT_NAMES: readonly string[] = [...new Set([...JSON_FORMATS, ...TEXT_FORMATS].map(({ name }) => name))];

/** Values of `--format`. */
export const IMPORTABLE: readonly string[] = [...RECORD_FORMATS, ...FORMAT_NAMES];
