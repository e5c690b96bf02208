import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { nameSource } from "../../cli/spc/answer-files.ts";
import { runCommand, runScript, useFolder } from "../support/command.ts";
import { serveApp, trustApp } from "../support/https-app.ts";
import { readReport } from "../support/report.ts";
import { startServer } from "../support/server.ts";
import { readChartItem } from "../support/tables.ts";

const save = useFolder();
const folder = mkdtempSync(join(tmpdir(), "performance-data-spc-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "5f71780061794eaa9e6c62fc967cb363";
const SPC = `SPC/https://api.examplecast.com/spc?p=${KEY}`;

/** A line of nginx or Apache, whose User-Agent is quoted as it is. */
function combined(userAgent: string, path = "/feed.xml?token=private", day = "09/Apr/2026"): string {
  return `192.0.2.1 - - [${day}:19:08:24 +0000] "GET ${path} HTTP/1.1" 200 512 "https://example.com/?q=1" "${userAgent}"\n`;
}

const list = (...logs: readonly string[]) => runCommand("charts", ["spc", ...logs]);

const LINE = "api.examplecast.com  /spc  ExampleCast  /feed.xml  2026-04-09\n";

describe("charts -- spc finds an app", () => {
  const agent = `ExampleCast/1.0.1 ${SPC}`;
  const cloudfront = (fields: string, line: string) => `#Version: 1.0\n#Fields: ${fields}\n${line}\n`;
  const encoded = `ExampleCast/1.0.1%2520SPC/https://api.examplecast.com/spc%3Fp=${KEY}`;
  const standard = [
    "2026-04-09",
    "19:08:24",
    "FRA56",
    "512",
    "192.0.2.1",
    "GET",
    "d1.cloudfront.net",
    "/feed.xml",
    "200",
    "-",
    encoded,
    "token=private",
  ];
  it.each<[format: string, log: string]>([
    ["Apache or nginx", combined(agent)],
    ["nginx with another column", combined(agent).replace(/\n$/, ' "203.0.113.9"\n')],
    [
      "S3",
      `79a5 feeds [09/Apr/2026:00:00:38 +0000] 192.0.2.3 79a5 3E57 REST.GET.OBJECT feed.xml ${combined(agent).split("] ")[1]?.trim()} -\n`,
    ],
    ["CloudFront", `${standard.join("\t")}\n`],
    [
      "CloudFront with other columns",
      cloudfront("date cs(User-Agent) cs-uri-stem", ["2026-04-09", encoded, "/feed.xml"].join("\t")),
    ],
    [
      "CloudFront as JSON",
      `${JSON.stringify({ date: "2026-04-09", time: "19:08:24", "cs-uri-stem": "/feed.xml", "cs(User-Agent)": encoded })}\n`,
    ],
    [
      "API Gateway",
      `${JSON.stringify({ requestTime: "09/Apr/2026:19:08:24 +0000", path: "/feed.xml", userAgent: agent })}\n`,
    ],
    [
      "API Gateway, exported by CloudWatch",
      `2026-04-09T19:08:24.000Z ${JSON.stringify({ requestTimeEpoch: 1_775_761_704_000, rawPath: "/feed.xml", user_agent: agent })}`,
    ],
    [
      "JSON that escapes slashes",
      `${JSON.stringify({ time: "2026-04-09T19:08:24Z", request: "GET /feed.xml?token=private HTTP/1.1", http_user_agent: agent }).replaceAll("/", "\\/")}\n`,
    ],
  ])("in a log of %s, gzipped or not", async (_, log) => {
    expect(await list(save("access.log", log))).toEqual({ code: 0, stdout: LINE, stderr: "" });
    expect(await list(save("access.log.gz", gzipSync(log)))).toMatchObject({ code: 0, stdout: LINE });
  });

  it("on the standard input", async () => {
    expect(await runScript("charts", ["spc", "-"], { input: combined(agent) })).toMatchObject({
      code: 0,
      stdout: LINE,
    });
  });

  it("by its last visit, whatever is around it and between the reads of a file", async () => {
    const others = combined("AntennaPod/3.3.2 (+https://antennapod.org)").repeat(5_000);
    const log = [
      combined(agent, "/old.xml", "31/Dec/2025"),
      others,
      combined(agent, "/new.xml", "10/Apr/2026"),
      others,
      combined(`B/1 SPC/https://b.example.com/?p=1`),
      combined(agent, "/old.xml", "01/Apr/2026").trim(),
    ].join("");
    expect((await list(save("long.log", log))).stdout).toBe(
      "api.examplecast.com  /spc  ExampleCast  /new.xml  2026-04-10\nb.example.com  /  B  /feed.xml  2026-04-09\n",
    );
  });

  it("by the name in its User-Agent that is no browser's, and says why it is not asked", async () => {
    const log = [
      `Mozilla/5.0 (compatible; Cast/2; spc/http://one.example.com/a?p=1)`,
      "SPC/https://10.0.0.1/?p=1 Cast (iOS)",
      "Cast/1 SPC/https://printer/?p=1",
      "Cast/1 SPC/https://[::1]:8443/?p=1",
      "Cast/1 SPC/https://db.internal/?p=1",
    ];
    expect(
      (await list(save("bars.log", log.map((each) => combined(each)).join("")))).stdout.split("\n").sort(),
    ).toEqual([
      "",
      "10.0.0.1  /  Cast  /feed.xml  2026-04-09  private",
      "[::1]:8443  /  Cast  /feed.xml  2026-04-09  private",
      "db.internal  /  Cast  /feed.xml  2026-04-09  private",
      "one.example.com  /a  Cast  /feed.xml  2026-04-09  not https",
      "printer  /  Cast  /feed.xml  2026-04-09  private",
    ]);
  });

  it.each([
    ["in the path of a request", combined("Cast/1", `/${SPC}`)],
    ["in a referrer", combined("Cast/1").replace("https://example.com/", SPC)],
    ["behind a quote that a referrer has", combined("Cast/1").replace("https://example.com/", `x\\" \\"${SPC}`)],
    ["within a word", combined(`Cast/1 x${SPC}`)],
    ["with a user", combined("Cast/1 SPC/https://me:secret@api.example.com/?p=1")],
    ["in a line of 64 KB", combined(`${"x".repeat(70_000)} ${SPC}`)],
  ])("not by an address %s", async (_, log) => {
    expect(await list(save("none.log", log))).toEqual({
      code: 0,
      stdout: "",
      stderr: "No User-Agent in the logs has an address of SPC. As far as we know, no app sends one yet.\n",
    });
  });

  it("and prints nothing that a terminal obeys, and neither queries nor keys", async () => {
    const hostile = `\u001b[2J\u202eCast\u0007/1 SPC/https://api.example.com/\u001b]0;?p=${KEY} SPC/https://b.example.com/?p=${KEY}`;
    const log = combined(hostile, "/\u001b[31mfeed.xml?token=private#x");
    const { stdout, stderr } = await list(save("hostile.log", log), save("other.log", `no known format ${SPC}\n`));
    expect(stdout).toContain("  /\uFFFD[31mfeed.xml  2026-04-09\n");
    expect(stderr).toBe("1 line with an address of SPC can't be read: the format is unknown.\n");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(stdout).not.toMatch(new RegExp(`${KEY}|private|[?=]`));
  });

  it("also if a thousand others come before it, but does not list those", async () => {
    const others = Array.from({ length: 1_001 }, (_, index) => combined(`A/1 SPC/https://a${index}.example.com/?p=1`));
    const { stdout, stderr } = await list(save("many.log", others.join("")));
    expect(stdout.split("\n")).toHaveLength(1_001);
    expect(stderr).toBe("The logs have more apps or keys than can be kept. The others are left out.\n");
  });

  it("names a log that can't be read, and reads the others", async () => {
    const cut = save("cut.log.gz", gzipSync(combined("A/1").repeat(99)).subarray(0, 60));
    expect(await list(cut, save("good.log", combined(agent)))).toMatchObject({
      code: 1,
      stdout: LINE,
      stderr: expect.stringContaining("cut.log.gz: Its gzip ends in the middle."),
    });
  });
});
