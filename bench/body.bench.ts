import { test } from "vitest";
import { SAMPLE_GUID } from "../local/sample-chart.ts";
import { compareCalls, loadHandler, makeFolder, printTable } from "./compare.ts";
import { buildBundle } from "./measure/function-bundle.ts";
import { startStub } from "./stub.ts";

const CALLS = 50;

/** Somewhat less than the function `listen` takes: 512 KB. */
const BYTES = 512 * 1_024 - 200;

/** As many values as the function takes, in all: see `lib/collector/listen-request.ts`. */
const VALUES = 60_000;

/** The largest body that an honest player sends, and bodies of about its size that are meant to be expensive. */
const LARGEST = "play, a second apart";
const BODIES: Readonly<Record<string, string>> = {
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

// The CPU time of the deployed function `listen` for bodies that are meant to be expensive, beside the largest honest one.
test("body", async ({ bench }) => {
  const folder = makeFolder();
  const { env, readEvent } = await startStub(folder);
  Object.assign(process.env, env);
  const handler = await loadHandler(folder, await buildBundle("functions/listen.ts"));
  const event = await readEvent("listen");
  const call = async (body: string) => handler({ ...event, body }, { awsRequestId: "bench" });
  const calls = Object.entries(BODIES).map(([name, body]) => [name, async () => call(body)] as const);
  const times = await compareCalls(bench, CALLS, Object.fromEntries(calls));
  const rows = Object.entries(times).map(async ([name, time]) => {
    const { statusCode: status } = await call(String(BODIES[name]));
    return [name, { "CPU ms": time, [`of ${LARGEST}`]: time / Number(times[LARGEST]), status }] as const;
  });
  printTable(Object.fromEntries(await Promise.all(rows)));
});

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
