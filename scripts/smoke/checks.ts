import { randomUUID } from "node:crypto";
import { type Answer, call, requireAnswer, requireToken, type Target } from "./client.ts";

/** A run of the smoke test: the service, and the tokens that earlier checks got from it. */
export interface Run {
  readonly target: Target;
  feedToken: string;
  adminToken: string;
  /** Whether the service refuses the public key: what comes after that can't be tried. */
  isKeyRefused: boolean;
}

/** One row of the smoke test. */
interface Check {
  readonly name: string;
  /** @throws Error saying what the service did instead */
  try(run: Run): Promise<void>;
}

const getToken = ({ target }: Run, query = "", headers = {}): Promise<Answer> =>
  call(target, "GET /token", query, { headers });

const withKey = ({ target }: Run) => ({ "X-PUB-KEY": target.publicKey });

const getChart = ({ target }: Run, token: string, body: string): Promise<Answer> => {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  return call(target, "POST /charts", "", { body, headers });
};

const anyGuid = () => JSON.stringify({ guid: `smoke-test-${randomUUID()}` });

/** What a service does, in the order in which it is tried: the later checks need the tokens of earlier ones. */
export const CHECKS: readonly Check[] = [
  {
    name: "GET /token gives a token for a feed",
    async try(run) {
      run.feedToken = requireToken(await getToken(run), false).token;
    },
  },
  {
    name: "GET /token gives the lifetime that is asked for",
    async try(run) {
      const { exp = 0, iat = 0 } = requireToken(await getToken(run, "?expiresIn=90s"), false).claims;
      if (exp - iat !== 90) throw new Error(`${exp - iat} s instead of 90 s`);
    },
  },
  {
    name: "GET /token refuses a bad lifetime",
    async try(run) {
      requireAnswer(await getToken(run, "?expiresIn=soon"), 400, "Invalid expiresIn");
    },
  },
  {
    name: "GET /token refuses a wrong public key",
    async try(run) {
      requireAnswer(await getToken(run, "", { "X-PUB-KEY": `not-${run.target.publicKey}` }), 400, "Invalid public key");
    },
  },
  {
    name: "GET /token gives an admin token for the public key",
    async try(run) {
      const answer = await getToken(run, "", withKey(run));
      run.isKeyRefused = answer.status === 400;
      run.adminToken = requireToken(answer, true).token;
    },
  },
  {
    name: "GET /token keeps an admin token's lifetime from being overridden",
    async try(run) {
      const { exp = 0, iat = 0 } = requireToken(await getToken(run, "?expiresIn=90s", withKey(run)), true).claims;
      if (exp - iat === 90) throw new Error("90 s, as asked for");
    },
  },
  {
    name: "POST /charts refuses a request without a token",
    async try(run) {
      requireAnswer(await getChart(run, "", anyGuid()), 401, "Unauthorized");
    },
  },
  {
    name: "POST /charts refuses a feed's token",
    async try(run) {
      requireAnswer(await getChart(run, run.feedToken, anyGuid()), 401, "Unauthorized");
    },
  },
  {
    name: "POST /charts refuses a forged token",
    async try(run) {
      const [header, payload] = run.adminToken.split(".");
      requireAnswer(await getChart(run, `${header}.${payload}.${"A".repeat(43)}`, anyGuid()), 401, "Unauthorized");
    },
  },
  {
    name: "POST /charts refuses a body that is not JSON",
    async try(run) {
      requireAnswer(await getChart(run, run.adminToken, "{"), 400, "Invalid request body");
    },
  },
  {
    name: "POST /charts refuses a body without a guid",
    async try(run) {
      requireAnswer(await getChart(run, run.adminToken, "{}"), 400, "Invalid request body");
    },
  },
  {
    name: "POST /charts does not know an unknown episode",
    async try(run) {
      requireAnswer(await getChart(run, run.adminToken, anyGuid()), 404, "Episode not found");
    },
  },
];

/** The one more check for a service that is known to have a chart. */
export const CHART_CHECK: Check = {
  name: "POST /charts gives the episode's chart",
  async try(run) {
    const { guid } = run.target;
    const answer = await getChart(run, run.adminToken, JSON.stringify({ guid }));
    requireAnswer(answer, 200);
    if (answer.body.guid !== guid) throw new Error(`the chart of ${answer.body.guid}`);
  },
};
