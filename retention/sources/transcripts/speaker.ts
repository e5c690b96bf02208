import type { Cue } from "./cue.ts";

/**
 * Matches a name at the start of a cue: at most four words, each with a capital letter or a digit first. `Host: Welcome`. Only a space
 * begins the next word, so that there is one way to read each text.
 */
const NAMED =
  /^(?:>>\s*|-\s+)?\[?([\p{Lu}\p{Lo}\p{N}][^\s:[\]]{0,60}(?: [\p{Lu}\p{Lo}\p{N}][^\s:[\]]{0,60}){0,3}) ?\]?:\s+(?=\S)/u;

/** Takes the name from the start of a cue that has no other. */
export function splitSpeaker(cue: Cue): Cue {
  if (cue.speaker !== undefined) return cue;
  const [found, name = ""] = NAMED.exec(cue.text) ?? [];
  return found === undefined ? cue : { ...cue, text: cue.text.slice(found.length), speaker: name.trim() };
}
