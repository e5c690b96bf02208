import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand } from "../support/command.ts";
import { importFiles, readChart } from "../support/import.ts";
import { createZip, type ZipFile } from "../support/zip.ts";

const save = useFolder();

/** A table of YouTube Studio with one value in all rows. */
function table(value: number, head = "Bindung (%)"): string {
  const rows = Array.from({ length: 100 }, (_, position) => `${position},${value}\n`);
  return [`\uFEFFPosition (%),${head}\n`, ...rows].join("");
}

const OTHERS: readonly ZipFile[] = [
  { name: "Organic.csv", content: table(20) },
  { name: "Detailed activity.csv", content: "Video position (%),Started watching\n0,1\n" },
  { name: "__MACOSX/._All.csv", content: Buffer.from([0, 5, 22, 7]) },
];

const OPTIONS = ["--duration", "100", "--same-duration"];

describe("charts -- import, of a zip of YouTube Studio", () => {
  it.each([
    ["All.csv beside other tables", [...OTHERS, { name: "All.csv", content: table(50) }]],
    ["All.csv in a folder", [{ name: "Retention 2026/all.CSV", content: table(50) }, ...OTHERS]],
    ["the only table of that shape", [...OTHERS.slice(1), { name: "Gesamt.csv", content: table(50) }]],
  ])("reads %s", async (name, files) => {
    const outcome = await importFiles("--guid", name, ...OPTIONS, save("studio.zip", createZip(...files)));
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 youtube): 1 new, 0 refused\n" });
    expect(await readChart(name)).toMatchObject({ data: expect.arrayContaining([{ time: 99, percentage: 50 }]) });
  });

  it("reads what an archiver wrote", async () => {
    const file = new URL("studio-german.zip", import.meta.url).pathname;
    expect(readFileSync(file).length).toBeLessThan(2_000);
    const outcome = await importFiles("--guid", "of an archiver", ...OPTIONS, file);
    expect(outcome).toMatchObject({ code: 0, stdout: "1 chart written (1 youtube): 1 new, 0 refused\n" });
  });

  it("has the zip's name as its key", async () => {
    const zip = save("On tides.zip", createZip({ name: "All.csv", content: table(50) }));
    const item = "<item><title>On tides</title><guid>urn:tides</guid></item>";
    const feed = save("feed.xml", `<rss><channel>${item}</channel></rss>`);
    const { stdout } = await runCommand("charts", ["map", "--feed", feed, zip]);
    expect(stdout).toContain("On tides,urn:tides\n");
  });

  it("is refused in a sentence if it can't be read, and the next file is imported", async () => {
    const all = { name: "All.csv", content: table(50) };
    const unreadable = (problem: string) => `Its zip can't be read (${problem}). Download it again.`;
    const NO_TABLE = "Its zip has no table of YouTube Studio. Unpack it, and import the file that has the curve.";
    const bad: Record<string, readonly [zip: string | Uint8Array, reason: string]> = {
      "cut.zip": [
        createZip(all).subarray(0, -9),
        unreadable("could not find end of central directory. maybe not zip file"),
      ],
      "leaves.zip": [createZip({ ...all, name: "../All.csv" }), unreadable("invalid relative path: ../All.csv")],
      "absolute.zip": [createZip(all, { ...all, name: "/etc/All.csv" }), unreadable("absolute path: /etc/All.csv")],
      "encrypted.zip": [
        createZip({ ...all, isEncrypted: true }),
        '"All.csv" in its zip is encrypted. Unpack it, and import that file.',
      ],
      "bomb.zip": [
        createZip({ ...all, content: Buffer.alloc(1_000_001) }),
        '"All.csv" in its zip is too large for a table of YouTube Studio. Download it again.',
      ],
      "lying-bomb.zip": [
        createZip({ ...all, content: Buffer.alloc(50_000_000), bytes: 2_000 }),
        unreadable("decompressed size exceeds limit: …"),
      ],
      "files.zip": [
        createZip(...Array.from({ length: 101 }, (_, index) => ({ ...all, name: `${index}.csv` }))),
        "Its zip has more than 100 files. Import the one of YouTube Studio.",
      ],
      "nothing.zip": [createZip(), NO_TABLE],
      "others.zip": [createZip({ name: "spotify.csv", content: "time,count\n0,1\n" }), NO_TABLE],
      "several.zip": [
        createZip({ ...all, name: "Alle.csv" }, { ...all, name: "Organisch.csv" }),
        'Its zip has several tables, "Alle.csv" and "Organisch.csv". Unpack it, and import the one of all views.',
      ],
      "book.zip": [
        createZip({ name: "[Content_Types].xml", content: "<Types/>" }, { name: "xl/workbook.xml", content: "" }),
        "It is an Excel workbook. Save its sheet as CSV. If it is from HarborFM, use the JSON export instead.",
      ],
      "letter.zip": [
        createZip({ name: "[Content_Types].xml", content: "<Types/>" }, { name: "word/document.xml", content: "" }),
        "It is an Office document, and no workbook. If it has a curve, save that as a table in CSV.",
      ],
    };
    const files = Object.entries(bad).map(([name, [zip]]) => save(name, zip));
    const outcome = await importFiles(...OPTIONS, ...files, save("good.csv", "guid,time,count\nbeside zips,0,1\n"));
    const { length } = files;
    expect(outcome.stdout).toBe(`1 chart written (1 csv): 1 new, ${length} refused (${length} without a curve)\n`);
    for (const [name, [, reason]] of Object.entries(bad)) {
      const line = outcome.stderr.split("\n").find((text) => text.includes(`/${name}: `));
      expect(line?.replace(/^.*?\.zip: /, "").replace(/(?<=limit: )[^)]+/, "…")).toBe(reason);
    }
  });
});
