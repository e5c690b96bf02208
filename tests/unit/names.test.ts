import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOT } from "../support/checkout.ts";

const EXPORT = /^export (?:abstract |async )?(?:class|const|function\*?|interface|type) (\w+)/gm;

/** AWS Lambda calls each function by this name. */
const SHARED = ["handler"];

it("no two exports have one name", () => {
  const files = globSync("{cli,curve,functions,lib,local,plugins,report}/**/*.ts", { cwd: ROOT });
  const exported = files.flatMap((file) =>
    [...readFileSync(`${ROOT}/${file}`, "utf8").matchAll(EXPORT)].map(([, name = ""]) => ({ file, name })),
  );
  const several = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1);
  expect(several.map(([name]) => name).sort()).toEqual(SHARED);
});
