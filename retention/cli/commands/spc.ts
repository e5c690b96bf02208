import { join } from "node:path";
import type { Command } from "commander";
import { formatCount } from "../../../lib/count.ts";
import type { JsonObject } from "../../../lib/json.ts";
import { toPrintable } from "../../../lib/printable.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { InputError } from "../../sources/base/refusals.ts";
import { collectPaths } from "../feed/given-feeds.ts";
import { listFiles, loadTotalBytes } from "../shell/listed-files.ts";
import { CHARTS } from "../shell/names.ts";
import { makeDataFolder } from "../shell/own-data.ts";
import { startProgress } from "../shell/progress.ts";
import { readSightings } from "../spc/access-log.ts";
import { nameSource, saveAnswers } from "../spc/answer-files.ts";
import { type App, Apps, findBar, findName, isNamed, sortKeys } from "../spc/apps.ts";
import { type Answer, ask } from "../spc/ask.ts";
import { KnownKeys } from "../spc/known-keys.ts";

interface Options {
  readonly fetch?: string;
  readonly app?: readonly string[];
}

/** Keys that are refused, of which each is told. */
const MAX_TOLD = 20;

const HELP = `
LOG is an access log of the server of feeds, gzipped or not, a folder of them, or "-" for the standard input: in the combined
format of Apache and nginx, of CloudFront or S3, or as JSON, such as API Gateway's.

An app that takes part in SPC (Standard Podcast Consumption) says in its User-Agent where it answers how long its listeners
stay. A line has the app's host, path and name, the path of the feed that it fetched last, and the day of that. "not https" or
"private" says why it is not asked. Keys of podcasts are in the log, and are shown and saved nowhere.

Anyone can write keys into a log. An app is asked a thousand times a run at most, first for the keys that the logs have most often. A
key that it refuses is not asked for again for seven days, or comes last until it has answered any: hashes of keys are kept in
the data folder.

Anyone can claim to be an app: pass --app only for those that you know. Where a host has several paths, name it with the path.

Examples:
  $ ${CHARTS} spc /var/log/nginx/
  $ ${CHARTS} spc --fetch spc/ --app api.example.com/spc /var/log/nginx/access.log
  $ ${CHARTS} import --feed feed.xml spc/
`;

export function addSpcCommand(program: Command): void {
  program
    .command("spc")
    .description("list the apps in access logs that offer curves by SPC, and fetch what those that you name answer")
    .argument("<log...>")
    .option("--fetch <folder>", "save the answers of --app in this folder, for import")
    .option("--app <host>", "host of an app to ask, as it is listed, or host and path; can be repeated", collectPaths)
    .addHelpText("after", HELP)
    .action(findApps);
}

async function findApps(logs: string[], { fetch, app: names = [] }: Options): Promise<void> {
  if ((fetch === undefined) !== (names.length === 0))
    throw new CommandError("Pass --fetch and --app together, or neither to list the apps.");
  const apps = await readLogs(logs, names);
  if (apps.hasMore) console.error("The logs have more apps or keys than can be kept. The others are left out.");
  if (fetch !== undefined) for (const name of names) await fetchApp(apps, name, fetch);
  else if (apps.all.length > 0) for (const app of apps.all) console.log(formatApp(app));
  else console.error("No User-Agent in the logs has an address of SPC. As far as we know, no app sends one yet.");
}

/** Reads logs. Those that can't be read are named on standard error. @throws CommandError if none can be read */
async function readLogs(paths: readonly string[], names: readonly string[]): Promise<Apps> {
  const { files, notices } = await listFiles(paths);
  for (const notice of notices) console.error(toPrintable(notice));
  const apps = new Apps(names);
  const progress = startProgress("bytes", await loadTotalBytes(files), "read");
  let [unread, unknown] = [0, 0];
  try {
    for (const file of files) {
      try {
        for await (const { visit, times } of readSightings(file, progress.add))
          if (visit) apps.add(visit, times);
          else unknown += times;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        complain(file, error);
        unread++;
      }
    }
  } finally {
    progress.stop();
  }
  if (unread === files.length) throw new CommandError("None of the logs can be read.");
  if (unknown > 0)
    console.error(`${formatCount(unknown, "line")} with an address of SPC can't be read: the format is unknown.`);
  return apps;
}

function complain(name: string, { message }: Error): void {
  console.error(toPrintable(`${name}: ${message}`));
  process.exitCode = 1;
}

/** Formats an app: host, path, name, path of its feed, day, and why it is not asked. */
function formatApp({ url, visit: { userAgent, path, day } }: App): string {
  const cells = [url.host, url.pathname, findName(userAgent), path, day, findBar(url) ?? []].flat();
  return cells.map((cell) => toPrintable(cell) || "-").join("  ");
}

async function fetchApp(apps: Apps, name: string, folder: string): Promise<void> {
  try {
    const app = selectApp(apps.all, name);
    const { host } = app.url;
    const known = await KnownKeys.load(join(await makeDataFolder(), "spc", `${nameSource(host)}.json`));
    const keys = selectKeys(app, known, name);
    let saved = 0;
    const count = ({ key, problem }: Answer) => {
      known.add(key, problem === undefined);
      if (problem === undefined) saved++;
    };
    const files = await saveAnswers(folder, host, tell(ask(app.url, keys), app, name, count));
    await known.save().catch(({ message }: Error) => {
      console.error(toPrintable(`What ${name} refused can't be kept, so the next run asks for it again: ${message}`));
    });
    if (files.length === 0) return;
    const podcasts = `${saved} of ${formatCount(app.keys.size, "podcast")}`;
    console.log(toPrintable(`${name}: ${podcasts} saved in ${files.join(", ")}`));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    complain(name, error);
  }
}

/**
 * Selects the keys to ask for: those first that the app has answered before, then those that the logs have most often. Those that it
 * refused lately come last if it never answered any: made-up ones would take the whole budget of each run.
 */
function selectKeys({ keys }: App, known: KnownKeys, name: string): string[] {
  const all = sortKeys(keys).map(([key]) => key);
  const left = known.hasAnswered ? all.filter((key) => !known.isRefused(key)) : all;
  if (left.length < all.length) {
    const count = formatCount(all.length - left.length, "key");
    console.error(toPrintable(`${name}: ${count} not asked for, which it refused in the last seven days.`));
  }
  const rank = (key: string) => Number(known.isAnswered(key)) - Number(known.isRefused(key));
  return left.sort((one, other) => rank(other) - rank(one));
}

/** @throws InputError if no app has the name, if several have it, or if it is not to be asked */
function selectApp(apps: readonly App[], name: string): App {
  const named = apps.filter(({ url }) => isNamed(url, name));
  const [app = named[0], ...others] = named.filter(({ url }) => findBar(url) === undefined);
  if (!app) throw new InputError("It is not in the logs. Copy the host from the list of this command.");
  const bar = findBar(app.url);
  if (bar !== undefined) throw new InputError(`It is ${bar}, and is not asked.`);
  if (others.length > 0)
    throw new InputError("It has several paths in the logs. Name the app's own: --app HOST/PATH, as it is listed.");
  if (app.keys.size === 0) throw new InputError("It has no key in the logs, and is not asked.");
  return app;
}

/** Yields the podcasts that have numbers, and tells what is wrong with the others. */
async function* tell(
  answers: AsyncIterable<Answer>,
  { keys }: App,
  name: string,
  count: (answer: Answer) => void,
): AsyncGenerator<JsonObject> {
  let refused = 0;
  try {
    for await (const answer of answers) {
      const { key, podcast, problem } = answer;
      count(answer);
      if (problem === undefined) yield podcast;
      else if (refused++ < MAX_TOLD) complain(`${name}, ${keys.get(key)?.path}`, new InputError(problem));
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    complain(name, error);
  }
  if (refused > MAX_TOLD)
    console.error(toPrintable(`${name}: ${formatCount(refused - MAX_TOLD, "other key")} refused.`));
}
