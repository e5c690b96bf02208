import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/json.ts";
import { CommandError } from "../../../operate/shell/command.ts";
import { type Output, requireReplaceable, saveOutput } from "../shell/save.ts";

/** Characters after which another file begins: an import takes files of up to 64 MB. */
const MAX_LENGTH = 32_000_000;

/** The longest name of a source. */
const MAX_SOURCE = 40;

/**
 * Saves what an app answers for podcasts, without their keys, in files that an import takes. They are for their owner alone, and take the
 * place of those of an earlier time.
 *
 * @param folder is created if it is not there
 * @returns the paths of the files; none if there are no podcasts
 * @throws CommandError if a file can't be written
 */
export async function saveAnswers(
  folder: string,
  host: string,
  podcasts: AsyncIterable<JsonObject>,
): Promise<string[]> {
  const source = nameSource(host);
  const names = JSON.stringify({ app: host, source }).slice(0, -1);
  const kind = { name: "answer", isOwn: (beginning: string) => beginning.startsWith(names) };
  // A link in the folder may be somebody's: it is replaced, not followed.
  const nameOutput = (index: number): Output => ({ file: join(folder, `${source}-${index + 1}.json`), kind });
  const files: string[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireReplaceable(nameOutput(0));
    for await (const results of group(podcasts)) {
      const output = nameOutput(files.length);
      await saveOutput(output, [`${names},"results":{${results}}}\n`], 0o600);
      files.push(output.file);
    }
    if (files.length > 0) await removeFrom(files.length, nameOutput);
    return files;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${folder} can't be written: ${(error as Error).message}. Choose another folder.`);
  }
}

/** Removes the files of an earlier time, which had more of them. Stops at one that is somebody's. */
async function removeFrom(index: number, nameOutput: (index: number) => Output): Promise<void> {
  const output = nameOutput(index);
  const isOwn = await requireReplaceable(output).then(
    () => existsSync(output.file),
    () => false,
  );
  if (!isOwn) return;
  await rm(output.file);
  await removeFrom(index + 1, nameOutput);
}

/** Names the source of an app's curves by its host; a long one is cut, and told from others by a digest. */
export function nameSource(host: string): string {
  const name = `spc-${host.replaceAll(/[^a-z0-9]/g, "-")}`;
  if (name.length <= MAX_SOURCE) return name;
  const digest = hash("sha256", host).slice(0, 8);
  return `${name.slice(0, MAX_SOURCE - digest.length - 1)}-${digest}`;
}

/** Groups podcasts into members of JSON objects, of which each has a file. */
async function* group(podcasts: AsyncIterable<JsonObject>): AsyncGenerator<string> {
  let members: string[] = [];
  let length = 0;
  for await (const { asOf, episodes } of podcasts) {
    const member = `"${members.length + 1}":${JSON.stringify({ asOf, episodes })}`;
    members.push(member);
    length += member.length;
    if (length <= MAX_LENGTH) continue;
    yield members.join(",");
    [members, length] = [[], 0];
  }
  if (members.length > 0) yield members.join(",");
}
