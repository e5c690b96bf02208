import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";
import { toFragment } from "../support/markdown.ts";

const PAGES = globSync(["*.md", "{docs,retention/docs}/**/*.md", "retention/*.md"], { cwd: ROOT });

/** The service does without the retention tools, but its pages link theirs. */
const HAS_TOOLS = existsSync(join(ROOT, "retention"));

/** Reads a page without its blocks of code. */
const readText = (page: string) => readFileSync(join(ROOT, page), "utf8").replace(/^ *```.*?^ *```$/gms, "");

function hasHeading(page: string, fragment: string): boolean {
  return [...readText(page).matchAll(/^#+ (.*)$/gm)].some(([, heading = ""]) => toFragment(heading) === fragment);
}

/** Checks whether a link of a page, such as `charts.md#limits`, leads to a file and a heading that are there. */
function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", fragment] = link.split("#");
  const target = file === "" ? page : join(dirname(page), file);
  if (target.startsWith("retention/") && !HAS_TOOLS) return true;
  return existsSync(join(ROOT, target)) && (fragment === undefined || hasHeading(target, fragment));
}

describe("the pages of documentation", () => {
  it.each(PAGES)("%s has no link that leads nowhere", (page) => {
    const links = readText(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g);
    const own = Array.from(links, ([, link, picture]) => String(link ?? picture)).filter(
      (link) => !/^https?:/.test(link),
    );
    expect(own.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it("are linked from docs/README.md, each of them", () => {
    const index = readText("docs/README.md");
    const pages = PAGES.filter((page) => dirname(page).endsWith("docs") && page !== "docs/README.md");
    expect(pages.filter((page) => !index.includes(`](${relative("docs", page)})`))).toEqual([]);
  });
});
