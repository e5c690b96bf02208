import { execFileSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { gunzip } from "../../cli/import/zlib-gunzip.ts";
import { importFiles, readChart } from "../support/import.ts";

const save = useFolder();

function chart(guid: string): string {
  return `${JSON.stringify({ guid, duration: 1, data: [{ time: 0, percentage: 1 }] })}\n`;
}

const NULS = Buffer.alloc(300_000);
const [FIRST, LOST] = ["first zipped", "lost zipped"].map((guid) => gzipSync(chart(guid))) as [Buffer, Buffer];
const LONG = gzipSync(chart("first zipped") + " ".repeat(1_000_000));

describe("charts -- import, of gzip with something after it", () => {
  it.each<[string, Buffer[]]>([
    ["NUL bytes and another member", [FIRST, Buffer.alloc(9), LOST]],
    ["many NUL bytes and another member", [LONG, NULS, LOST]],
    ["text", [FIRST, Buffer.from("text")]],
    ["NUL bytes and text", [LONG, NULS, Buffer.from("text")]],
  ])("refuses what gzip -d refuses: %s", async (_, parts) => {
    const file = save("more.jsonl.gz", Buffer.concat(parts));
    expect(() => execFileSync("gzip", ["-dc", file], { stdio: "pipe" })).toThrow();
    const outcome = await importFiles(file);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 refused \(1 unreadable\)\n$/) });
    expect(outcome.stderr).toMatch(/more\.jsonl\.gz: Its gzip is damaged \(.*\)\. Export or transfer it again\.\n/);
  });

  it.each<[string, Buffer[]]>([
    ["NUL bytes, with which tapes are padded", [NULS]],
    ["other members", [gzipSync(chart("second zipped")), gzipSync("")]],
  ])("accepts what gzip -d accepts: %s", async (_, parts) => {
    const file = save("padded.jsonl.gz", Buffer.concat([gzipSync(chart("zipped and padded")), ...parts]));
    execFileSync("gzip", ["-dc", file], { stdio: "pipe" });
    expect(await importFiles(file)).toMatchObject({ code: 0 });
    expect(await readChart("zipped and padded")).toBeDefined();
  });
});

describe("a gzip", () => {
  it("is read and checked in the same way in chunks of any length", async () => {
    const member = gzipSync("some text");
    const cut = async function* (bytes: Buffer, length: number) {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    };
    const read = async (bytes: Buffer, length: number) => (await buffer(gunzip(cut(bytes, length)))).toString();
    for (const length of [1, 7, member.length, member.length + 1, 1_000]) {
      expect(await read(Buffer.concat([member, member]), length)).toBe("some textsome text");
      expect(await read(Buffer.concat([member, Buffer.alloc(9)]), length)).toBe("some text");
      await expect(read(Buffer.concat([member, Buffer.alloc(9), member]), length)).rejects.toThrow("damaged");
      await expect(read(member.subarray(0, -3), length)).rejects.toThrow("ends in the middle");
    }
  });
});
