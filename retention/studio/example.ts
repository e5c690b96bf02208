import { encodeUtf8 } from "../../lib/bytes.ts";
import { composeDemoFeed, makeDemo } from "../report/demo/demo-show.ts";
import { type DroppedFile, toFile } from "./open-file.ts";

/** What stands for the show's own listeners, whom a podcaster with dashboards alone does not know. */
const PLATFORM = "spotify";

/** Makes the files of a made-up show, the same at every call: its feed, its curves as the command exports them, and its transcripts. */
export function makeExample(): DroppedFile[] {
  const episodes = makeDemo();
  const lines = episodes.flatMap(({ curves }) =>
    curves.map(({ source, chart, listeners }) =>
      JSON.stringify({ ...chart, source: source === "sessions" ? PLATFORM : source, listeners }),
    ),
  );
  return [
    makeFile("feed.xml", composeDemoFeed(episodes)),
    makeFile("curves.jsonl", `${lines.join("\n")}\n`),
    ...episodes.map(({ title, script }) => makeFile(`${title}.vtt`, script)),
  ];
}

function makeFile(name: string, text: string): DroppedFile {
  return { name, file: toFile(encodeUtf8(text)) };
}
