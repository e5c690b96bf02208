import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/checkout.ts";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly secrets?: unknown;
  readonly steps?: readonly Step[];
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const PAGE = read("docs/deploying.md");
const WORKFLOWS = ["deploy", "deploy-stage"].map((name) => read(`docs/examples/github/${name}.yml`));
const parseJobs = (yaml: string) => Object.values<Job>(parse(yaml, { logLevel: "error" }).jobs);
const JOBS = WORKFLOWS.flatMap(parseJobs);
const listSteps = (jobs: readonly Job[]) => jobs.flatMap(({ steps = [] }) => steps);

it("the workflow pins every action of others by commit, with its version, and says how to look one up", () => {
  const used = [...WORKFLOWS.join("").matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => action);
  expect(used).toHaveLength(7);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const [, repository = "", version = ""] =
    /git ls-remote https:\/\/github\.com\/(\S+) (\S+) '\2\^\{\}'/.exec(PAGE) ?? [];
  expect(used).toContainEqual(expect.stringMatching(new RegExp(`^${repository}@\\w+ # ${version}$`)));
});

it.each(globSync(".github/workflows/*.yml", { cwd: ROOT }))(
  "%s uses only actions in commits that it pins, too",
  (path) => {
    const list = (yaml: string) => [...yaml.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => action);
    const used = list(read(path));
    expect(used.length).toBeGreaterThan(1);
    expect(list(WORKFLOWS.join(""))).toEqual(expect.arrayContaining(used));
  },
);

it("of a release, the job that runs foreign code has no rights, and no other runs any or restores a cache", () => {
  const yaml = read(join(".github/workflows", "release.yml"));
  expect(parse(yaml)).toMatchObject({
    permissions: { contents: "read" },
    on: { push: { tags: ["v[0-9]+.[0-9]+.[0-9]+"] } },
  });
  const [building, ...others] = parseJobs(yaml);
  expect(building).not.toHaveProperty("permissions");
  expect(building?.steps?.map(({ run }) => run)).toContain(".ci/run");
  expect(others.map(({ permissions }) => permissions)).toEqual([
    { "id-token": "write" },
    { contents: "write" },
    { contents: "write" },
  ]);
  const rightful = listSteps(others);
  expect(rightful.map(({ run }) => run)).toContainEqual(expect.stringMatching(/npm publish \.\S+ --provenance/));
  expect(rightful.filter(({ uses = "" }) => uses.startsWith("actions/checkout"))).toEqual([]);
  expect(rightful.filter(({ run = "" }) => /npm (ci|i|install|run|pack)\b|npx/.test(run))).toEqual([]);
  const node = listSteps(parseJobs(yaml)).filter(({ uses = "" }) => uses.startsWith("actions/setup-node"));
  expect(node.map((step) => step.with)).toEqual(
    node.map(() => ({ "node-version": 24, "package-manager-cache": false })),
  );
  expect(yaml).not.toContain("secrets.");
});

it("the job with rights restores no cache, and runs no install script", () => {
  const deploying = JOBS.filter(({ steps, permissions }) => steps && permissions?.["id-token"] === "write");
  expect(deploying).toHaveLength(1);
  const steps = listSteps(deploying);
  expect(steps.filter(({ uses = "" }) => uses.startsWith("actions/cache"))).toEqual([]);
  const node = steps.filter(({ uses = "" }) => uses.startsWith("actions/setup-node")).map((step) => step.with);
  expect(node).toEqual([{ "node-version": 24, "package-manager-cache": false }]);
  expect(steps.filter(({ run = "" }) => /npm (ci|i|install)\b(?!.*--ignore-scripts)/.test(run))).toEqual([]);
});

it("packages into one folder, which is emptied first, so that it is one that git ignores", () => {
  const steps = listSteps(JOBS);
  const folders = [
    ...steps.flatMap(({ run = "" }) => / --package (\S+)/.exec(run)?.[1] ?? []),
    ...steps.flatMap(({ uses = "", with: options }) => (/-artifact@/.test(uses) ? String(options?.path) : [])),
  ];
  expect(folders).toEqual(Array(4).fill(folders[0]));
  expect(read(".gitignore").split("\n")).toContain(`/${folders[0]}/`);
});

it("the job that runs install scripts has no rights, and none keeps the repository's token", () => {
  const building = JOBS.filter(({ steps }) => steps?.some(({ run }) => run === "npm ci"));
  expect(building.map(({ permissions }) => permissions)).toEqual([{ contents: "read" }]);
  const checkouts = listSteps(JOBS).filter(({ uses = "" }) => uses.startsWith("actions/checkout"));
  expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ "persist-credentials": false })));
  expect(checkouts).toHaveLength(2);
});

it("hands on the one secret that a job reads, and asks for the branch main and an approval of both stages", () => {
  const calling = JOBS.filter(({ uses }) => uses);
  const handed = { PERFORMANCE_PUBLIC_KEY: `\${{ secrets.PERFORMANCE_PUBLIC_KEY }}` };
  expect(calling.map(({ secrets }) => secrets)).toEqual([handed, handed]);
  const read = new Set(Array.from(WORKFLOWS.join("").matchAll(/secrets\.(\w+)/g), ([, name]) => name));
  expect([...read]).toEqual(["PERFORMANCE_PUBLIC_KEY"]);
  expect(PAGE).toMatch(/\*\*Required reviewers\*\*: .+ this stage/);
  expect(PAGE).toMatch(/\*\*Deployment branches and tags\*\*: `main` alone/);
});
