import { SECRET_KEY } from "./keys.ts";
import { startServiceOnTestTables } from "./offline.ts";
import { packageFull } from "./package.ts";
import { startServer } from "./server.ts";

/** Something that all files of a run share, and the text by which they find it. */
interface Shared {
  readonly found: string;
  remove(): Promise<void>;
}

const MAKERS: Readonly<Record<string, () => Promise<Shared>>> = {
  async browser() {
    // Half a second of loading, which most runs do without.
    const browser = await (await import("./launch.ts")).launchShared();
    return { found: browser.wsEndpoint(), remove: () => browser.close() };
  },
  async package() {
    const { folder, remove } = await packageFull();
    return { found: folder, remove };
  },
  /** `npm start`, on the tables of the tests. */
  async service() {
    const { url, command, stop } = await startServiceOnTestTables({ EXPIRES_IN: "2" });
    const remove = async () => {
      const code = await stop();
      if (code !== 0) throw new Error(`npm start ended with ${code}:\n${command.output()}`);
      if (new RegExp(`${SECRET_KEY}|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+`).test(command.output()))
        throw new Error("npm start printed its secret key, or a token.");
    };
    return { found: url, remove };
  },
};

/** Makes what files of tests share when the first of them asks for it (`getShared`), and removes it at the end of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<Shared>>();
  const make = async (name: string) => {
    const shared = made.get(name) ?? MAKERS[name]?.() ?? Promise.reject(new Error(`Nobody makes "${name}".`));
    made.set(name, shared);
    return shared;
  };
  const server = await startServer(async ({ url = "" }, response) => {
    try {
      response.end((await make(url.slice(1))).found);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  process.env.TEST_SHARED = server.url;
  return async () => {
    server.stop();
    const all = await Promise.allSettled(made.values());
    for (const result of all) if (result.status === "fulfilled") await result.value.remove();
  };
}
