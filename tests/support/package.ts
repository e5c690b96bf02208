import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzip } from "unzipit";
import { copyCheckout, makeEnvironment, ROOT, SERVERLESS, TEMPORARY } from "./checkout.ts";
import { getShared } from "./shared.ts";

/** The parts of a CloudFormation template that tests read. */
export interface Template {
  readonly Conditions?: Readonly<Record<string, object>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, object>>;
  readonly Parameters: Readonly<Record<string, object>>;
}

export interface Resource {
  readonly Type: string;
  readonly DependsOn?: string | readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

/** Keys that are valid for a deployment. */
export const KEYS = {
  PERFORMANCE_SECRET_KEY: "a secret key for tests, long enough for HS256",
  PERFORMANCE_PUBLIC_KEY: "a-public-key-for-tests",
};

/**
 * Runs `serverless package` in a copy of the checkout, without other variables than those given.
 *
 * @param edit changes serverless.yml first
 * @throws Error with the command's output if the command fails
 */
export async function packageService(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  edit?: (yaml: string) => string,
): Promise<Template> {
  const read = (folder: string) => readTemplate(join(folder, ".serverless"));
  return runServerless(["package", ...args], variables, read, edit);
}

/** The settings of a production stage that has all that a stage can have. */
export const FULL_SETTINGS = {
  alarmEmail: "alarms@host.example",
  alarmTopic: "arn:aws:sns:us-east-1:123456789012:alarms",
  noticeEmail: "notices@host.example",
  noticeTopic: "arn:aws:sns:us-east-1:123456789012:notices",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  collector: "on",
  defaultEndpoint: "closed",
  domain: "performance.host.example",
  listenBurst: "600",
  listenConcurrency: "40",
  listenRate: "300",
  maxExpiresIn: "30d",
  monthlyBudget: "50",
  preflightBurst: "120",
  preflightRate: "60",
  permissionsBoundary: "arn:aws:iam::123456789012:policy/performance-data-prod-boundary",
  reservedConcurrency: "20",
  runbooks: "https://host.example/wiki/operating",
};

/**
 * Packages production with FULL_SETTINGS, in the checkout itself, because esbuild derives names in bundles from paths.
 *
 * @returns a temporary folder with the template and a package for each function
 */
export async function packageFull(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "performance-data-"));
  await mkdir(join(folder, TEMPORARY));
  const params = Object.entries(FULL_SETTINGS).flatMap(([name, value]) => ["--param", `${name}=${value}`]);
  const command = [join(ROOT, SERVERLESS), "package", "--stage", "prod", "--package", folder, ...params];
  // An empty variable keeps the framework from taking it from the developer's .env.
  const variables = { ...KEYS, EXPIRES_IN: "10h", MAX_EXPIRES_IN: "", LISTENS: "verbose" };
  await promisify(execFile)(process.execPath, command, {
    cwd: ROOT,
    env: { ...makeEnvironment(folder), ...variables },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Loads the template that the run's tests share: production with FULL_SETTINGS, and EXPIRES_IN=10h in the environment. */
export async function loadFull(): Promise<Template> {
  return readTemplate(await getShared("package"));
}

/** Reads the template that `serverless package` wrote to a folder. */
export async function readTemplate(folder: string): Promise<Template> {
  return JSON.parse(await readFile(join(folder, "cloudformation-template-update-stack.json"), "utf8"));
}

/** Reads a dashboard, whose body is JSON in parts: its widgets, and the logical ids to which they refer. */
export function readDashboard(dashboard: Resource | undefined): {
  readonly widgets: readonly { readonly type: string }[];
  readonly names: string[];
} {
  const [separator = "", parts = []]: [string, (object | string)[]] = Object(dashboard?.Properties.DashboardBody)[
    "Fn::Join"
  ];
  const body = parts.map((part) => (typeof part === "string" ? part : Object(part)["Fn::Sub"])).join(separator);
  return { widgets: JSON.parse(body).widgets, names: body.match(/(?<=\$\{)\w+(?=\.Arn\}|\})/g) ?? [] };
}

/**
 * Runs a command of the Serverless Framework in a copy of the checkout, with an empty HOME and so without an AWS account.
 *
 * @param read extracts the result from the copy and from standard error, before the copy is removed
 * @param edit changes serverless.yml first
 * @throws Error with the command's output if the command fails
 */
export async function runServerless<Result>(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  read: (folder: string, stderr: string) => Promise<Result>,
  edit = (yaml: string) => yaml,
): Promise<Result> {
  const { folder, remove } = await copyCheckout();
  const file = join(folder, "serverless.yml");
  try {
    await writeFile(file, edit(await readFile(file, "utf8")));
    const command = [join(folder, SERVERLESS), ...args];
    const env = { ...makeEnvironment(folder), ...variables };
    const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder, env });
    return await read(folder, stderr);
  } finally {
    await remove();
  }
}

/** The deployment package of a function. */
interface Package {
  /** The only file in the package, with the handler. */
  readonly bundle: Buffer;
  readonly zipBytes: number;
}

/**
 * Reads the package of a function in the run's shared packaging.
 *
 * @throws Error if it contains more than one file
 */
export async function loadPackage(name: string): Promise<Package> {
  const zip = await readFile(join(await getShared("package"), `${name}.zip`));
  return { bundle: await unzipOnlyFile(zip), zipBytes: zip.length };
}

/** Extracts the only file in a zip archive. */
export async function unzipOnlyFile(zip: Buffer): Promise<Buffer> {
  const [entry, ...others] = Object.values((await unzip(new Uint8Array(zip))).entries);
  if (!entry || others.length > 0) throw new Error("The zip archive must contain one file.");
  return Buffer.from(await entry.arrayBuffer());
}
