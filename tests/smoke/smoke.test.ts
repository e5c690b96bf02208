import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../support/checkout.ts";
import { runScript } from "../support/command.ts";
import { type Service, startService } from "../support/offline.ts";
import { type Behaviour, startStandIn } from "../support/stand-in.ts";

const KEY = { PERFORMANCE_PUBLIC_KEY: "development-public-key" };

let service: Service;

beforeAll(async () => {
  service = await startService();
}, PATIENCE);

afterAll(() => service?.stop());

/** The smoke test's exit code and the rows that it calls missed, as `npm run smoke` has them. */
async function smoke(...args: string[]): Promise<{ code: number; misses: string[]; output: string }> {
  const { code, stdout, stderr } = await runScript("smoke.ts", args, { env: KEY });
  const misses = [...stdout.matchAll(/^MISS {2}([^:]*)/gm)].map(([, name]) => String(name));
  return { code, misses, output: stdout + stderr };
}

/** What the service answers, changed. */
const alter = (isMeant: (request: Request, answer: Response) => boolean, change: Partial<Change>): Behaviour => {
  return async (request, askService) => {
    const answer = await askService(request);
    if (!isMeant(request, answer)) return answer;
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value);
    const body = change.body ? JSON.stringify(change.body) : await answer.text();
    return new Response(body, { status: change.status ?? answer.status, headers });
  };
};

const isForged = ({ headers }: Request) => /A{43}$/.test(headers.get("authorization") ?? "");

interface Change {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

describe("the smoke test", () => {
  it("passes the service as npm start runs it, with the sample episode", async () => {
    expect(await smoke("--url", service.url, "--guid", "sample-episode")).toMatchObject({
      code: 0,
      misses: [],
    });
  });

  it.each<[string, Behaviour, string[]]>([
    [
      "takes a wrong public key for none",
      (request, askService) => {
        if (request.headers.get("x-pub-key")?.startsWith("not-")) request.headers.delete("x-pub-key");
        return askService(request);
      },
      ["GET /token refuses a wrong public key"],
    ],
    [
      "does not look at expiresIn",
      (request, askService) => askService(new Request(request.url.replace(/[?].*/, ""), request)),
      ["GET /token gives the lifetime that is asked for", "GET /token refuses a bad lifetime"],
    ],
    [
      "lets a refusal be stored",
      alter(({ url }) => url.endsWith("soon"), { headers: { "cache-control": "public" } }),
      ["GET /token refuses a bad lifetime"],
    ],
    [
      "gives no challenge",
      alter(({ headers }, { status }) => status === 401 && !headers.has("authorization"), {
        headers: { "www-authenticate": "Basic" },
      }),
      ["POST /charts refuses a request without a token"],
    ],
    [
      "takes a forged token",
      alter(isForged, {
        status: 404,
        body: { error: "Episode not found" },
      }),
      ["POST /charts refuses a forged token"],
    ],
    [
      "answers a feed's token with a status of its own",
      alter((request, { status }) => status === 401 && request.headers.has("authorization") && !isForged(request), {
        status: 403,
      }),
      ["POST /charts refuses a feed's token"],
    ],
    [
      "has an empty chart for any episode",
      alter((_, { status }) => status === 404, { status: 200, body: { guid: "any", duration: 0, data: [] } }),
      ["POST /charts does not know an unknown episode"],
    ],
    [
      "has the chart of another episode",
      alter(({ url }, { status }) => url.endsWith("/charts") && status === 200, {
        body: { guid: "another", duration: 1, data: [{ time: 0, percentage: 100 }] },
      }),
      ["POST /charts gives the episode's chart"],
    ],
  ])("names the row of a service that %s", async (_, behaviour, rows) => {
    const standIn = await startStandIn(service.url, behaviour);
    const { code, misses } = await smoke("--url", standIn.url, "--guid", "sample-episode");
    standIn.stop();
    expect({ code, misses }).toEqual({ code: 1, misses: rows });
  });

  it("stops at a wrong key and says so, without the key", async () => {
    const env = { PERFORMANCE_PUBLIC_KEY: "not-the-key" };
    const { code, stdout } = await runScript("smoke.ts", ["--url", service.url], { env });
    expect(code).toBe(1);
    const [rows = "", end] = stdout.replaceAll(service.url, "SERVICE").split("\n\n");
    expect(rows.split("\n")).toHaveLength(5);
    expect(rows).toMatch(/\nMISS {2}GET \/token gives an admin token for the public key: 400 Invalid public key, .*$/);
    expect(end).toBe(
      "SERVICE refuses the key in PERFORMANCE_PUBLIC_KEY, which the rows that follow need. Set it to the service's public key.\n" +
        "SERVICE: 1 missed, 7 not tried\n",
    );
    expect(stdout).not.toContain("not-the-key");
  });

  it("misses every row of a service that is not there", async () => {
    const { code, misses, output } = await smoke("--url", "http://localhost:9");
    expect({ code, count: misses.length }).toEqual({ code: 1, count: 12 });
    expect(output).toContain("12 missed");
  });

  it.each([
    ["without a URL", [], "development-public-key", "--url"],
    ["without a public key", ["--url", "http://localhost:9"], "", "PERFORMANCE_PUBLIC_KEY is not set"],
    ["with a key on its command line", ["--url", "http://localhost:9", "--public-key", "x"], "x", "unknown option"],
  ])("does not begin %s", async (_, args, key, reason) => {
    const { code, stdout, stderr } = await runScript("smoke.ts", args, { env: { PERFORMANCE_PUBLIC_KEY: key } });
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
  });
});
