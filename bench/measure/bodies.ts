import { SAMPLE_GUID } from "../../local/sample-chart.ts";

/** Somewhat less than the function `listen` takes: 512 KB. */
const BYTES = 512 * 1_024 - 200;

/** As many values as the function takes, in all: see `lib/collector/listen-request.ts`. */
const VALUES = 60_000;

/** The largest body that an honest player sends, and bodies of about its size that are meant to be expensive. */
export const LARGEST = "play, a second apart";
export const BODIES: Readonly<Record<string, string>> = {
  [LARGEST]: composeBody(repeat((index) => `{"time":${index},"event":"play"}`)),
  "seek, here and there": composeBody(repeat((index) => `{"time":${(index * 7_919) % 9_973},"event":"seek"}`)),
  "{},": composeBody(repeat(() => "{}")),
  "{}, fewer": composeBody(repeat(() => "{}", VALUES / 2 - 10)),
  "1,": composeBody(repeat(() => "1")),
  "1, fewer": composeBody(repeat(() => "1", VALUES)),
  "[],": composeBody(repeat(() => "[]")),
  "[[": "[".repeat(BYTES),
  "[[ fewer, closed": `${"[".repeat(VALUES)}${"]".repeat(VALUES)}`,
  "a member of its own in each": composeBody(repeat((index) => `{"k${index}":1}`, VALUES / 2 - 10)),
  "one object": composeBody([`{${repeat((index) => `"k${index}":1`, VALUES - 10).join()}}`]),
  "short texts": composeBody(repeat((index) => `"${index}"`, VALUES)),
  "a long text": composeBody([`"${"x".repeat(BYTES - 100)}"`]),
  escapes: composeBody([`"${"\\u0000".repeat(BYTES / 6 - 20)}"`]),
  "numbers of a thousand digits": composeBody(repeat(() => "9".repeat(1_000))),
  "numbers of 24 digits": composeBody(repeat((index) => `0.${index}${"123456789".repeat(2)}`.slice(0, 24))),
  "members __proto__": composeBody(repeat(() => '{"__proto__":1}', VALUES / 2 - 10)),
};

/** Repeats an element so often, or until the elements have the size of a body. */
function repeat(compose: (index: number) => string, count = Number.POSITIVE_INFINITY): string[] {
  const elements: string[] = [];
  for (let bytes = 0; elements.length < count; ) {
    const element = compose(elements.length);
    bytes += element.length + 1;
    if (bytes > BYTES) break;
    elements.push(element);
  }
  return elements;
}

function composeBody(elements: readonly string[]): string {
  return `{"episodeGUID":"${SAMPLE_GUID}","data":[${elements.join()}]}`;
}
