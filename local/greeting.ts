import { DEVELOPMENT_KEYS } from "../deploy/development-keys.ts";
import type { Settings } from "../deploy/framework/serverless.ts";
import { combinesCorsAndCollector } from "../deploy/setting-problems.ts";
import { normalizePublicKey } from "../lib/public-key.ts";
import { SAMPLE_GUID, SAMPLE_LISTEN } from "./sample-chart.ts";

/** What the greeting is about. */
export interface LocalService {
  readonly url: string;
  readonly publicKey: string;
  /** The file of variables, such as `.env`, that has the public key; undefined if none has it. */
  readonly keyFile?: string | undefined;
  /** The id of a token, for a listen; undefined if the collector is off. */
  readonly listeningId?: string | undefined;
  /** The parameters of the stage. */
  readonly settings: Settings;
  /** Whether the commands for charts are there, which the service does without. */
  readonly hasCharts: boolean;
}

/**
 * Composes the text that `npm start` prints: the service's URL, its public key, and commands to paste into a shell. Shows
 * no key but the development key: terminals are recorded and shared.
 */
export function composeGreeting(service: LocalService): string {
  const { url, publicKey, keyFile, listeningId, settings, hasCharts } = service;
  const [shown, key] = describeKey(normalizePublicKey(publicKey), keyFile);
  return `
Performance data service: ${url}
Public key:               ${shown}
${combinesCorsAndCollector(settings) ? CORS_LINE : ""}${key && hasCharts ? LOOKING_LINES : ""}${listeningId ? composeListeningLines(url, listeningId, hasCharts) : ""}
Get a token for a feed:

  curl -s ${url}/token
${key && composeAdminLines(url, key)}
Press Ctrl-C to stop the service. Its data is kept.
`;
}

/** Returns what the greeting says of a key, and how its commands write it. */
function describeKey(key: string, file: string | undefined): [shown: string, written: string] {
  if (key === "") return ["not configured, so no admin tokens are issued", ""];
  if (key === DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY) return [key, key];
  if (file === undefined) return ["as configured in $PERFORMANCE_PUBLIC_KEY", "$PERFORMANCE_PUBLIC_KEY"];
  // A key of several lines can't be sent in a header. The service ignores white space in it.
  const command = `node --env-file=${file} -p process.env.PERFORMANCE_PUBLIC_KEY | tr -d '\\n'`;
  return [`as configured in ${file}`, `$(${command})`];
}

const CORS_LINE =
  "Warning: this can't be deployed: cors is set, and the collector is on. Turn one of them off before you deploy.\n";

const LOOKING_LINES = `
Look at the sample episode, in a second terminal: its curve, and a page to open in a browser:

  npm run charts -- get ${SAMPLE_GUID}
  npm run charts -- report ${SAMPLE_GUID} --out report.html
`;

function composeAdminLines(url: string, key: string): string {
  return `
Get an admin token, and with it the beginning of the sample episode's chart:

  ADMIN_TOKEN=$(curl -s -H "X-PUB-KEY: ${key}" ${url}/token | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo "$ADMIN_TOKEN"
  curl -s -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' -d '{"guid":"${SAMPLE_GUID}"}' ${url}/charts | head -c 300
`;
}

function composeListeningLines(url: string, id: string, hasCharts: boolean): string {
  return `
The collector is on. Listen to the first minute of an episode as a player does${hasCharts ? ", and after half a minute look at its chart" : ""}:

  curl -s ${url}/episodeperformance/${id} -H 'Content-Type: application/json' -d '{"episodeGUID":"${SAMPLE_LISTEN.guid}","data":['"$(seq -f '{"time":%g,"event":"play"},' 0 59)"'{"time":59.9,"event":"pause"}]}'
${hasCharts ? `  npm run charts -- get ${SAMPLE_LISTEN.guid}\n` : ""}`;
}
