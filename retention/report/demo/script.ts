import { createRandom } from "./listeners.ts";

/** A chapter of the made-up show. */
interface ScriptChapter {
  /** Seconds. */
  readonly time: number;
  readonly title: string;
}

/** What is said in each chapter, again and again. Each sentence takes some seconds. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  Opening: [
    "Welcome to Tides and harbours.",
    "Every week, we take one question about the sea to somebody who works there.",
    "Today it is one that you have sent us more than once.",
    "It sounds like a small question, and it is not.",
    "Stay with us, because the answer is not in any book that we found.",
  ],
  "The question": [
    "Let's begin with what one can see from the pier.",
    "Twice a day, the water comes back, and never at the same time.",
    "That is what the table on the wall says, too.",
    "The table is older than the harbour, which nobody had noticed.",
    "So we asked for the book in which it was written down first.",
    "There are two of them, and they do not agree.",
    "One counts from the old gauge, the other from the new one.",
    "You can still see the mark on the wall if you know where to look.",
    "Most people walk past it every day.",
    "And that is where the trouble began.",
  ],
  Sponsor: [
    "This episode is sponsored by a rope that does not shrink.",
    "It comes in three lengths and in one colour.",
    "With the word harbour, you get the second one for half its price.",
    "Thank you for listening to this while we look for the map.",
  ],
  "The answer": [
    "So, what did we find?",
    "The water was right, and the wall had moved.",
    "It takes a hand's width in ninety years, which is not much for a wall.",
    "For a table it is everything.",
    "Every figure in it was measured against something that was sinking.",
    "Once you know that, the two books agree to the inch.",
    "We checked it on the quietest day of the year.",
    "The harbour office has put a new line beside the old one.",
    "It will be right for a while.",
    "Until somebody reads it out again on a pier.",
  ],
  Letters: [
    "Now to your letters.",
    "One of you asks whether the foghorn can be heard on the other side.",
    "It can, if the wind is in the east.",
    "Another one has counted the steps down to the water, and is right.",
    "Write to us what we should measure next.",
  ],
};

/** What is said where the listeners of one episode leave, and just before. */
const BEFORE_CLIFF = "And that is the whole recipe, as it has been used since.";
const AT_CLIFF = "Before we go on, here is a list of all the harbours that we did not visit, in order of their size.";

/** Speaking takes so many characters a second. */
const PACE = 15;

/** Seconds that the longest sentence takes. */
const LONGEST_SENTENCE = 6;

/** Seconds of music at the end. */
const OUTRO = 25;

/**
 * Writes the transcript of a made-up episode, as WebVTT.
 *
 * @param duration seconds
 * @param cliff seconds at which its listeners leave; undefined for the others
 */
export function writeScript(chapters: readonly ScriptChapter[], duration: number, cliff: number | undefined): string {
  const random = createRandom(duration);
  const cues: string[] = [];
  for (const [index, { time, title }] of chapters.entries()) {
    const end = chapters[index + 1]?.time ?? duration - OUTRO;
    const sentences = SENTENCES[title] ?? [];
    for (let at = time + 1, said = 0; at < end - LONGEST_SENTENCE; said++) {
      const isCliff = cliff !== undefined && cliff >= at && cliff < at + 8;
      const sentence = sentences[said % sentences.length] ?? "";
      const [before, text] = isCliff ? [BEFORE_CLIFF, AT_CLIFF] : [undefined, sentence];
      if (before !== undefined) at = addCue(cues, at, before);
      at = addCue(cues, at, text) + random();
    }
  }
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

/** Adds what is said from a time on. Returns when it ends, in seconds. */
function addCue(cues: string[], start: number, text: string): number {
  const end = start + text.length / PACE;
  cues.push(`${formatCueTime(start)} --> ${formatCueTime(end)}\n<v Host>${text}`);
  return end;
}

/** Formats seconds as WebVTT and Podlove Simple Chapters have them: `00:15:30.000`. */
export function formatCueTime(seconds: number): string {
  return new Date(1_000 * seconds).toISOString().slice(11, 23);
}
