import { beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "../support/command.ts";
import { createHar, toSpotifyUrl } from "../support/har.ts";
import { importFiles } from "../support/import.ts";
import { deleteChartItem, readChartItem } from "../support/tables.ts";

const save = useFolder();

const IDS = ["4rOoJ6Egrf8K2IrywzwOMa", "4rOoJ6Egrf8K2IrywzwOMb"] as const;
const MAP = save("map.csv", IDS.map((id, index) => `${id},again-${index}\n`).join(""));

/** Saves a HAR file whose answers were asked for at a time, if it says when. */
function saveHar(name: string, startedAt: string | undefined, listeners: number, ids: readonly string[] = IDS): string {
  const entries = ids.map((id) => ({
    ...{ url: toSpotifyUrl(id), content: { samples: [listeners, 1], seconds: 2 } },
    ...(startedAt !== undefined && { startedAt }),
  }));
  return save(name, createHar(...entries));
}

/** The fullest second of an episode's curve from Spotify: what its file says of the listeners. */
async function readListeners(index: number): Promise<unknown> {
  const item = (await readChartItem(`again-${index}`)) as {
    readonly "curve:spotify"?: { readonly listeners?: number };
  };
  return item?.["curve:spotify"]?.listeners;
}

beforeEach(async () => {
  for (const index of IDS.keys()) await deleteChartItem(`again-${index}`);
});

describe("an episode in several HAR files", () => {
  const monday = saveHar("monday.har", "2026-11-02T08:00:00.000+02:00", 10);
  const tuesday = saveHar("tuesday.har", "2026-11-02T07:00:00.000Z", 20, IDS.slice(0, 1));
  const friday = saveHar("friday.har", "2026-11-06T08:00:00.000Z", 30, IDS.slice(0, 1));

  it.each([[[monday, friday, tuesday]], [[friday, tuesday, monday]], [[tuesday, monday, friday]]])(
    "has the curve of the one that was saved last, whatever their order, and the import says so",
    async (files) => {
      const { code, stdout, stderr } = await importFiles("--map", MAP, ...files);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^2 charts written .* 0 refused\n$/) });
      expect(await Promise.all([0, 1].map(readListeners))).toEqual([30, 10]);
      for (const file of [monday, tuesday])
        expect(stderr).toContain(`${file}: 1 curve left out: a HAR file or an answer that is later has the same.\n`);
      expect(stderr).not.toContain(`${friday}: 1 curve left out`);
    },
  );

  const undated = saveHar("undated.har", undefined, 40);
  const answer = save(`${IDS[0]}.json`, '{"samples":[50,1],"seconds":2}');

  it.each([
    ["a file that does not say when it was saved", [monday, undated]],
    ["an answer of a file of its own", [monday, answer]],
    ["such an answer, whatever else was saved later", [monday, answer, friday]],
    ["such an answer, first", [answer, monday, friday]],
    ["a file that was saved at the same time", [monday, saveHar("twin.har", "2026-11-02T06:00:00Z", 60)]],
  ])("is refused beside %s", async (_, files) => {
    const { code, stderr } = await importFiles("--map", MAP, ...files);
    expect(code).toBe(1);
    expect(stderr.match(/ has "again-0" from spotify too\. Import only one of them\.$/gm)?.length).toBeGreaterThan(1);
    expect(await readListeners(0)).toBeUndefined();
  });
});
