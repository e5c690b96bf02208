import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import {
  type CheckedService,
  call,
  requireAnswer,
  requireToken,
  type SmokeAnswer,
  sendListen,
} from "./smoke-client.ts";

/** The state of a smoke test: the service, and the tokens that earlier checks got from it. */
export interface SmokeRun {
  readonly target: CheckedService;
  feedToken: string;
  adminToken: string;
  /** Whether the service refuses the public key, so that later checks can't succeed. */
  isKeyRefused: boolean;
  /** Whether the service has no collector, so that there is nothing of it to check. */
  isCollectorOff: boolean;
}

/** A promise of the interface. */
interface Check {
  readonly name: string;
  /** @throws Error that describes how the service breaks the promise */
  verify(run: SmokeRun): Promise<void>;
  /** Says what the check has found out about the service. */
  remark?(run: SmokeRun): string;
}

const getToken = ({ target }: SmokeRun, query = "", headers = {}): Promise<SmokeAnswer> =>
  call(target, "GET", "/token", query, { headers });

const withKey = ({ target }: SmokeRun) => ({ "X-PUB-KEY": target.publicKey });

const getChart = ({ target }: SmokeRun, headers: Record<string, string>, body: string): Promise<SmokeAnswer> =>
  call(target, "POST", "/charts", "", { body, headers: { "Content-Type": "application/json", ...headers } });

const sendEpisodes = ({ target }: SmokeRun, headers: Record<string, string>): Promise<SmokeAnswer> =>
  call(target, "POST", "/episodes", "", { body: "[]", headers: { "Content-Type": "application/json", ...headers } });

const nameEpisode = () => `smoke-test-${randomUUID()}`;

const anyGuid = () => JSON.stringify({ guid: nameEpisode() });

/** @throws Error if an earlier check got no such token: without one, a refusal would prove nothing */
function requireEarlier(token: string): string {
  if (!token) throw new Error("GET /token failed, so there is no token to send.");
  return token;
}

const authorize = (token: string) => ({ Authorization: `Bearer ${requireEarlier(token)}` });

/** Replaces the signature of a token. */
const forge = (token: string) => requireEarlier(token).replace(/[^.]*$/, "A".repeat(43));

/** @param expected status and beginning of the error with which `ask` is to be answered */
function refuses(name: string, expected: string, ask: (run: SmokeRun) => Promise<SmokeAnswer>): Check {
  return { name, verify: async (run) => requireAnswer(await ask(run), expected) };
}

/** The checks in order: later ones need the tokens of earlier ones. */
export const CHECKS: readonly Check[] = [
  {
    name: "GET /token issues a feed token",
    async verify(run) {
      run.feedToken = requireToken(await getToken(run), false).token;
    },
  },
  {
    name: "GET /token applies expiresIn to a feed token",
    async verify(run) {
      const { exp = 0, iat = 0 } = requireToken(await getToken(run, "?expiresIn=90s"), false).claims;
      if (exp - iat !== 90) throw new Error(`The lifetime must be 90 s, not ${exp - iat} s.`);
    },
  },
  refuses("GET /token refuses an invalid expiresIn", "400 Invalid expiresIn", (run) =>
    getToken(run, "?expiresIn=soon"),
  ),
  refuses("GET /token refuses a wrong public key", "400 Invalid public key", (run) =>
    getToken(run, "", { "X-PUB-KEY": `not-${run.target.publicKey}` }),
  ),
  {
    name: "GET /token issues an admin token for the public key",
    async verify(run) {
      const answer = await getToken(run, "", withKey(run));
      run.isKeyRefused = answer.status === 400;
      run.adminToken = requireToken(answer, true).token;
    },
  },
  {
    name: "GET /token ignores expiresIn for an admin token",
    async verify(run) {
      const { exp = 0, iat = 0 } = requireToken(await getToken(run, "?expiresIn=90s", withKey(run)), true).claims;
      if (exp - iat === 90) throw new Error("The lifetime must not be the 90 s of expiresIn.");
    },
  },
  refuses("POST /charts refuses a request without a token", "401 Unauthorized", (run) => getChart(run, {}, anyGuid())),
  refuses("POST /charts refuses a feed token", "401 Unauthorized", (run) =>
    getChart(run, authorize(run.feedToken), anyGuid()),
  ),
  refuses("POST /charts refuses a forged token", "401 Unauthorized", (run) =>
    getChart(run, authorize(forge(run.adminToken)), anyGuid()),
  ),
  refuses("POST /charts refuses a body that is not JSON", "400 Invalid request body", (run) =>
    getChart(run, authorize(run.adminToken), "{"),
  ),
  refuses("POST /charts refuses a body without a guid", "400 Invalid request body", (run) =>
    getChart(run, authorize(run.adminToken), "{}"),
  ),
  refuses("POST /charts answers 404 for an unknown episode", "404 Episode not found", (run) =>
    getChart(run, authorize(run.adminToken), anyGuid()),
  ),
  {
    name: "POST /episodeperformance/{id} answers 404 for an unknown episode",
    async verify(run) {
      const report = {
        episodeGUID: nameEpisode(),
        data: [
          { time: 0, event: "play" },
          { time: 1, event: "pause" },
        ],
      };
      const answer = await sendListen(run.target, String(decodeJwt(requireEarlier(run.feedToken)).s), report);
      run.isCollectorOff = answer === undefined;
      if (answer) requireAnswer(answer, "404 Episode not found");
      else if (run.target.collector) throw new Error("The collector is off. Deploy the stage with collector: on.");
    },
    remark: ({ isCollectorOff }) => `the collector is ${isCollectorOff ? "off" : "on"}`,
  },
];

/** The checks after these, of what only a service with the collector has. */
export const COLLECTOR_CHECKS: readonly Check[] = [
  refuses("POST /episodes refuses a request without a token", "401 Unauthorized", (run) => sendEpisodes(run, {})),
  refuses("POST /episodes refuses a body without episodes", "400 Invalid request body", (run) =>
    sendEpisodes(run, authorize(run.adminToken)),
  ),
];

/** The check for a service that is known to have a chart. */
export const CHART_CHECK: Check = {
  name: "POST /charts returns the episode's chart",
  async verify(run) {
    const { guid } = run.target;
    const answer = await getChart(run, authorize(run.adminToken), JSON.stringify({ guid }));
    requireAnswer(answer, "200");
    if (answer.body.guid !== guid)
      throw new Error(`The chart must have the guid "${guid}", not "${answer.body.guid}".`);
  },
};
