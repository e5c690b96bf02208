import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { computeStep } from "../../curve/moments/noise.ts";
import { tallyListens } from "../../lib/collector/tally.ts";
import { computeBand } from "../../report/usual.ts";
import { runCommand, useFolder } from "../support/command.ts";
import { makeHash } from "../support/fold/listens.ts";

const save = useFolder();

/** More than a function can take as arguments. */
const MANY = 130_000;

const numbers = Array.from({ length: MANY }, (_, index) => index);

/** Nothing listens there, so that commands end with their first request. */
const CLOSED = "http://127.0.0.1:9";

describe("a feed of 130,000 items", () => {
  const items = numbers.map((number) => `<item><guid>urn:${number}</guid></item>`);
  const feed = save("feed.xml", `<rss><channel>${items.join("")}</channel></rss>`);

  it.each([
    ["export", [], /^Can't use DynamoDB at http:\/\/127\.0\.0\.1:9 /m],
    [
      "report",
      ["--url", CLOSED, "--out", join(dirname(feed), "report.html")],
      /^Nothing answers at http:\/\/127\.0\.0\.1:9\/token /m,
    ],
  ])("is read by %s, which then asks for the charts", async (command, options, stderr) => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: CLOSED };
    expect(await runCommand("charts", [command, "--feed", feed, ...options], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(stderr),
    });
  });
});

describe("of 130,000", () => {
  it("different values, the smallest step of a curve is found", () => {
    const data = numbers.map((time) => ({ time, percentage: 100 - time / 2_000 }));
    expect(computeStep(data, undefined)).toBeCloseTo(1 / 2_000, 9);
  });

  it("episodes, the usual curve is computed", () => {
    expect(computeBand(numbers.map((number) => [number]))).toMatchObject({ median: [(MANY - 1) / 2] });
  });

  it("passages in a listen of another program, each counts", async () => {
    const id = ["2026-03-01T00:00:00Z", ...[1, 2, 3, 4].map(makeHash)].join("#");
    const spans = new Uint8Array(2 * MANY);
    spans[1] = 60;
    for await (const tally of tallyListens(yieldItem({ id, guid: "g", spans })))
      expect(tally).toMatchObject({ guid: "g", listeners: 1, counts: new Uint32Array(60).fill(1) });
    expect.assertions(1);
  });
});

async function* yieldItem<T>(item: T): AsyncGenerator<T> {
  yield item;
}
