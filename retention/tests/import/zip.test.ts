import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import type { Code } from "../../sources/base/codes.ts";
import { runCommand } from "../support/command.ts";
import { fact } from "../support/facts.ts";
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

  it("is refused if it can't be read, and the next file is imported", async () => {
    const all = { name: "All.csv", content: table(50) };
    const types = { name: "[Content_Types].xml", content: "<Types/>" };
    const bad: readonly (readonly [zip: string | Uint8Array, code: Code, has?: string])[] = [
      [createZip(all).subarray(0, -9), "damaged-zip", "(could not find end of central directory"],
      [createZip({ ...all, isEncrypted: true }), "encrypted-table", '"All.csv"'],
      [createZip({ ...all, content: Buffer.alloc(1_000_001) }), "damaged-zip", '"All.csv" in its zip is too large'],
      [createZip({ ...all, content: Buffer.alloc(50_000_000), bytes: 2_000 }), "damaged-zip", "exceeds limit"],
      [createZip(...Array.from({ length: 101 }, (_, index) => ({ ...all, name: `${index}.csv` }))), "too-many-files"],
      [createZip(), "no-table"],
      [createZip({ name: "spotify.csv", content: "time,count\n0,1\n" }), "no-table"],
      [
        createZip({ ...all, name: "Alle.csv" }, { ...all, name: "Organisch.csv" }),
        "several-tables",
        '"Alle.csv" and "Organisch.csv"',
      ],
      [createZip(types, { name: "xl/workbook.xml", content: "" }), "workbook"],
      [createZip(types, { name: "word/document.xml", content: "" }), "office-document"],
    ];
    const files = bad.map(([zip], index) => save(`${index}.zip`, zip));
    const outcome = await importFiles(...OPTIONS, ...files, save("good.csv", "guid,time,count\nbeside zips,0,1\n"));
    expect(outcome.stdout).toContain("1 chart written (1 csv): 1 new, ");
    expect(outcome.refusals).toEqual(bad.map(([, code, has], index) => fact(code, has, { file: files[index] })));
  });
});
