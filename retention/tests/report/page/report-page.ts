import { beforeAll } from "vitest";
import type { Chart } from "../../../../lib/chart.ts";
import { useFolder } from "../../../../tests/support/process.ts";
import { type Opening, useBrowser } from "../../support/browser.ts";
import { type Details, saveReport } from "../../support/report.ts";

/**
 * Saves a report of charts for the tests of a file. Returns its path, what saves a file beside it, and what opens the report, or
 * another page, in the browser. `details` holds what is known of the charts by index.
 */
export function useReport(charts: readonly Chart[], details: readonly Details[] = []) {
  const [save, openPage] = [useFolder(), useBrowser()];
  const file = save("report.html", "");
  beforeAll(() => saveReport(file, charts, details));
  const open = ({ page = file, ...opening }: Opening & { readonly page?: string } = {}) => openPage(page, opening);
  return { file, save, open };
}
