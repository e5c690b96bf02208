import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packChart } from "../../lib/episode/packed-chart.ts";
import { computeSampleChart } from "../../local/sample-chart.ts";
import { ROOT } from "../support/checkout.ts";
import { run } from "../support/cli.ts";
import { runOperate } from "../support/command-line.ts";
import { CONTROLS, HOSTILE, SHOWN } from "../support/hostile-text.ts";
import { useLog } from "../support/log.ts";
import { findFreePort } from "../support/port.ts";
import { useFolder } from "../support/process.ts";
import { type Routes, startRoutes } from "../support/routes.ts";
import { useConfiguredService } from "../support/service.ts";
import { getService } from "../support/shared.ts";
import { type Behaviour, startStandIn } from "../support/stand-in.ts";
import { writeChartItem } from "../support/tables.ts";

const save = useFolder();
const service = { url: await getService() };

beforeAll(() => writeChartItem(packChart({ ...computeSampleChart(), guid: "smoked" }, new Date())));

/** Runs the smoke test, and returns its exit code and the names of the checks that failed. */
async function smoke(...args: string[]): Promise<{ code: number; failed: string[]; output: string }> {
  const { code, stdout, stderr } = await runOperate("smoke", args);
  const failed = [...stdout.matchAll(/^FAIL {2}([^:]*)/gm)].map(([, name]) => String(name));
  return { code, failed, output: stdout + stderr };
}

/** Behaves as the service does, but changes the responses that `isMeant` selects. */
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

const isListen = ({ url }: Request) => url.includes("/episodeperformance/");
const isForged = ({ headers }: Request) => /A{43}$/.test(headers.get("authorization") ?? "");

interface Change {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

describe("the smoke test", () => {
  it("passes for the service that npm start runs, with an episode", async () => {
    expect(await smoke("--url", service.url, "--guid", "smoked")).toMatchObject({
      code: 0,
      failed: [],
      output: expect.stringMatching(/^(ok {4}.*\n){14}\n\S+: all checks passed\n$/),
    });
  });

  it.each<[string, Behaviour, string[]]>([
    [
      "ignores a wrong public key",
      (request, askService) => {
        if (request.headers.get("x-pub-key")?.startsWith("not-")) request.headers.delete("x-pub-key");
        return askService(request);
      },
      ["GET /token refuses a wrong public key"],
    ],
    [
      "ignores expiresIn",
      (request, askService) => askService(new Request(request.url.replace(/[?].*/, ""), request)),
      ["GET /token applies expiresIn to a feed token", "GET /token refuses an invalid expiresIn"],
    ],
    [
      "lets caches store a refusal",
      alter(({ url }) => url.endsWith("soon"), { headers: { "cache-control": "public" } }),
      ["GET /token refuses an invalid expiresIn"],
    ],
    [
      "sends another challenge",
      alter(({ headers }, { status }) => status === 401 && !headers.has("authorization"), {
        headers: { "www-authenticate": "Basic" },
      }),
      ["POST /charts refuses a request without a token"],
    ],
    [
      "accepts a forged token",
      alter(isForged, {
        status: 404,
        body: { error: "Episode not found" },
      }),
      ["POST /charts refuses a forged token"],
    ],
    [
      "answers 403 to a feed token",
      alter((request, { status }) => status === 401 && request.headers.has("authorization") && !isForged(request), {
        status: 403,
      }),
      ["POST /charts refuses a feed token"],
    ],
    [
      "returns an empty chart for any episode",
      alter(({ url }, { status }) => url.endsWith("/charts") && status === 404, {
        status: 200,
        body: { guid: "any", duration: 0, data: [] },
      }),
      ["POST /charts answers 404 for an unknown episode"],
    ],
    [
      "returns the chart of another episode",
      alter(({ url }, { status }) => url.endsWith("/charts") && status === 200, {
        body: { guid: "another", duration: 1, data: [{ time: 0, percentage: 100 }] },
      }),
      ["POST /charts returns the episode's chart"],
    ],
  ])("fails for a service that %s", async (_, behaviour, checks) => {
    const standIn = await startStandIn(service.url, behaviour);
    expect(await smoke("--url", standIn, "--guid", "smoked")).toMatchObject({ code: 1, failed: checks });
  });

  describe("of a service with the collector", () => {
    const ROW = "POST /episodeperformance/{id} answers 404 for an unknown episode";
    let routes: Routes;

    useConfiguredService();
    const log = useLog();
    beforeAll(async () => {
      routes = await startRoutes();
    });
    afterAll(() => routes.stop());

    it("says that it is on, and checks all of it", async () => {
      const { code, output } = await smoke("--url", routes.url, "--collector");
      expect(code).toBe(0);
      expect(output).toContain(`ok    ${ROW}: the collector is on\n`);
      expect(output.match(/^ok {4}POST \/episodes /gm)).toHaveLength(2);
      expect(log.warnings.filter(({ code }) => code === "episode-not-registered")).toEqual([]);
    });

    it.each<[string, Behaviour]>([
      ["whose function fails", alter(isListen, { status: 500, body: { error: "Internal server error" } })],
      ["whose function does not run", alter(isListen, { status: 503, body: { message: "Service Unavailable" } })],
      ["that knows no token", alter(isListen, { status: 404, body: { error: "Token not found" } })],
      ["that takes listens of unknown episodes", alter(isListen, { status: 202, body: { seconds: 1 } })],
    ])("fails for one %s", async (_, behaviour) => {
      expect(await smoke("--url", await startStandIn(routes.url, behaviour))).toMatchObject({ code: 1, failed: [ROW] });
    });

    it("fails for one that lets anybody register episodes", async () => {
      const isRegistering = ({ url }: Request) => url.endsWith("/episodes");
      const behaviour = alter(isRegistering, { status: 200, body: { episodes: [] } });
      const { code, failed } = await smoke("--url", await startStandIn(routes.url, behaviour));
      expect(code).toBe(1);
      expect(failed).toEqual([expect.stringContaining("without a token"), expect.stringContaining("without episodes")]);
    });
  });

  it("says that the collector is off, and fails only if told that it must be on", async () => {
    const row = "POST /episodeperformance/{id} answers 404 for an unknown episode";
    const { code, output } = await smoke("--url", service.url);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`${row}: the collector is off\n`) });
    expect(output).not.toContain("/episodes");
    const wanted = await smoke("--url", service.url, "--collector");
    expect(wanted).toMatchObject({ code: 1, failed: [row] });
    expect(wanted.output).toContain(`FAIL  ${row}: The collector is off. Deploy the stage with collector: on.\n`);
  });

  it("takes the public key from .env.STAGE rather than from .env, if a stage is given", async () => {
    const lines = [
      "echo PERFORMANCE_PUBLIC_KEY=a-key > .env",
      "echo PERFORMANCE_PUBLIC_KEY=refused-€ > .env.prod",
      `${process.execPath} ${ROOT}/operate/smoke.ts --url https://localhost:9 --stage prod`,
    ];
    expect(await run("bash", ["-c", lines.join(" && ")])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^PERFORMANCE_PUBLIC_KEY has a character that an HTTP header can't carry\./),
    });
  });

  it("stops at a wrong key, and does not print the key", async () => {
    const file = save("key", "not-the-key");
    const { code, stdout, stderr } = await runOperate("smoke", ["--url", service.url, "--public-key-file", file]);
    expect(code).toBe(1);
    const [rows = "", end] = stdout.replaceAll(service.url, "SERVICE").split("\n\n");
    expect(rows.split("\n")).toHaveLength(5);
    expect(rows).toMatch(
      /\nFAIL {2}GET \/token issues an admin token for the public key: The answer must be "200", not "400 Invalid public key"\.$/,
    );
    expect(end).toBe(
      `SERVICE refuses the key in ${file}, which the other checks need. Pass a file with the service's public key as --public-key-file.\n` +
        "SERVICE: 1 failed, 10 not run\n",
    );
    expect(stdout + stderr).not.toContain("not-the-key");
  });

  const answerAll = (change: Partial<Change>) =>
    startStandIn(
      service.url,
      alter(() => true, change),
    );
  const HTML = { "content-type": "text/html" };

  it.each<[string, () => Promise<string>, string]>([
    ["nothing answers", async () => `http://localhost:${await findFreePort()}`, "Nothing answers at http://localhost:"],
    [
      "a web page answers",
      () => answerAll({ status: 200, headers: HTML }),
      'GET /token 200 must have the Content-Type application/json, not "text/html".',
    ],
    [
      "the tokens are none",
      () => answerAll({ status: 200, body: { token: "e30.W10.A" } }),
      "The token must be a JSON Web Token.",
    ],
    [
      "the tokens are signed otherwise",
      () => answerAll({ status: 200, body: { token: "eyJhbGciOiJIUzUxMiJ9.e30.A" } }),
      "The token must be signed with HS256, not HS512.",
    ],
  ])("fails every check if %s, and says why and which need a token", async (_, start, reason) => {
    const { code, failed, output } = await smoke("--url", await start());
    expect({ code, count: failed.length }).toEqual({ code: 1, count: 15 });
    expect(output).toContain("15 failed");
    expect(output).toContain(`FAIL  GET /token issues a feed token: ${reason}`);
    const dependent = [...output.matchAll(/^FAIL {2}(.*): GET \/token failed, so there is no token to send\.$/gm)];
    expect(dependent.map(([, name]) => name)).toEqual([
      "POST /charts refuses a feed token",
      "POST /charts refuses a forged token",
      "POST /charts refuses a body that is not JSON",
      "POST /charts refuses a body without a guid",
      "POST /charts answers 404 for an unknown episode",
      "POST /episodeperformance/{id} answers 404 for an unknown episode",
      "POST /episodes refuses a body without episodes",
    ]);
  });

  it("does not take the refusal of a request without a token for that of a feed token", async () => {
    const behaviour = alter(({ url }) => url.endsWith("/token"), { status: 500, body: { error: "Error" } });
    const { failed } = await smoke("--url", await startStandIn(service.url, behaviour));
    expect(failed).toContain("POST /charts refuses a feed token");
    expect(failed).not.toContain("POST /charts refuses a request without a token");
  });

  it.each([
    ["without a URL", [], "development-public-key", "--url"],
    [
      "without a public key",
      ["--url", "https://localhost:9"],
      "",
      "PERFORMANCE_PUBLIC_KEY is not set. Set it to the service's public key.\n",
    ],
    ["with a key on its command line", ["--url", "http://localhost:9", "--public-key", "x"], "x", "unknown option"],
  ])("does not start %s", async (_, args, key, reason) => {
    const outcome = await runOperate("smoke", args, { env: { PERFORMANCE_PUBLIC_KEY: key } });
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
  });

  it("does not let an answer control the terminal", async () => {
    const body = { error: `Error generating token${HOSTILE}` };
    const standIn = await startStandIn(
      service.url,
      alter(() => true, { status: 500, body }),
    );
    const { code, output } = await smoke("--url", standIn);
    expect(code).toBe(1);
    expect(output).toContain(`: The answer must be "200", not "500 Error generating token${SHOWN}".\n`);
    expect(output).not.toMatch(CONTROLS);
  });
});
