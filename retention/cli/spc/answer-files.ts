import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../../lib/json.ts";
import { CommandError } from "../../../operate/shell/command.ts";

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
  const nameFile = (index: number) => join(folder, `${source}-${index + 1}.json`);
  const files: string[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for await (const results of group(podcasts)) {
      const file = nameFile(files.length);
      const names = JSON.stringify({ app: host, source }).slice(0, -1);
      await writeFile(`${file}.part`, `${names},"results":{${results}}}\n`, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
      files.push(file);
    }
    if (files.length === 0) return files;
    // Of an earlier time, which had more of them.
    for (let index = files.length; existsSync(nameFile(index)); index++) await rm(nameFile(index));
    return files;
  } catch (error) {
    throw new CommandError(`${folder} can't be written: ${(error as Error).message}. Choose another folder.`);
  }
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
