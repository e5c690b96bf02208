import { describe, expect, it } from "vitest";
import { composeFeed } from "../../../tests/support/feed.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand } from "../support/command.ts";
import { createEpisodes } from "../support/dashboard/episodes.ts";
import { SECRETS } from "../support/dashboard/server.ts";
import { fact } from "../support/facts.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

const EPISODES = createEpisodes(3, 60);

/** Files that browsers saved of tests/support/dashboard/serve.ts, and the seconds between the points of their curves. */
const FILES: readonly (readonly [name: string, step: number, others: number])[] = [
  ["chrome-spotify", 1, 6],
  ["chrome-apple", 15, 6],
  ["firefox-spotify", 4, 9],
  ["firefox-apple", 15, 6],
];

function pathOf(name: string): string {
  return new URL(`har/${name}.har`, import.meta.url).pathname;
}

function formatFeed(prefix: string): string {
  return composeFeed(
    EPISODES.map(({ guid, title, duration }) => ({
      title,
      guid: `${prefix}${guid}`,
      "itunes:duration": `${duration}`,
    })),
  );
}

describe("a HAR file that a browser saved", () => {
  it.each(FILES)("has the curves of a dashboard: %s", async (name, step, others) => {
    const prefix = name.endsWith("apple") ? "" : `${name}:`;
    const feed = save("feed.xml", formatFeed(prefix));
    const map = await runCommand("charts", ["map", "--feed", feed, pathOf(name)]);
    const lines = save("map.csv", map.stdout);
    const outcome = await importFiles("--feed", feed, "--map", lines, pathOf(name));
    const [source] = name.split("-").slice(-1);
    expect(outcome).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(`^2 charts written \\(2 ${source}\\): .*, 1 refused \\(1 no data\\)\n$`),
      stderr: expect.stringContaining(`.har: 2 curves, 1 episode without data, ${others} other answers\n`),
    });
    expect(outcome.stderr).toContain(EPISODES[0]?.title);
    for (const { guid, listeners } of EPISODES.slice(1)) {
      const peak = Math.max(...listeners);
      const data = listeners
        .map((count, time) => ({ time, percentage: Math.round((count / peak) * 10_000) / 100 }))
        .filter(({ time }) => time % step === 0);
      expect(await readChart(`${prefix}${guid}`)).toEqual({ guid: `${prefix}${guid}`, duration: 60, data });
    }
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify([map, outcome])).not.toContain(secret);
  });

  it("names each of Spotify's episodes by its request, and finds its title in another answer", async () => {
    for (const name of ["chrome-spotify", "firefox-spotify"]) {
      const { stdout } = await runCommand("charts", ["map", "--feed", save("feed.xml", formatFeed("")), pathOf(name)]);
      const lines = EPISODES.slice(1).map(
        ({ id, guid, title }) => `# ${pathOf(name)}, id in the request: ${title}\n${id},${guid}\n`,
      );
      expect(stdout).toBe(`key,guid\n${lines.join("")}`);
    }
  });

  it("lacks contents that the browser did not keep, which is said with what to do", async () => {
    const file = pathOf("firefox-without-content");
    const { refusals, hints } = await importFiles("--dry-run", file);
    expect(refusals).toEqual([fact("answer-without-data")]);
    expect(hints).toEqual([
      fact("har-summary", "0 curves, 1 episode without data, 3 answers without content", { others: 5 }),
      fact("har-without-content"),
    ]);
  });
});
