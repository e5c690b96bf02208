import { normalizePublicKey } from "../lib/public-key.ts";
import { DEVELOPMENT_KEYS } from "../local/environment.ts";
import { SAMPLE_GUID, SAMPLE_LISTEN } from "../local/sample-chart.ts";

/**
 * Composes the text that `npm start` prints: the service's URL, its public key, and commands to paste into a shell. Shows
 * no key but the development key: terminals are recorded and shared.
 *
 * @param listeningId the id of a token, for a listen; undefined if the collector is off
 */
export function composeGreeting(url: string, publicKey: string, listeningId?: string): string {
  const [shown, key] = describeKey(normalizePublicKey(publicKey));
  return `
Performance data service: ${url}
Public key:               ${shown}

Get a token for a feed:

  curl -s ${url}/token
${key && composeAdminLines(url, key)}${listeningId ? composeListeningLines(url, listeningId) : ""}
Press Ctrl-C to stop the service. Its data is kept.
`;
}

/** Returns what the greeting says of a key, and how its commands write it. */
function describeKey(key: string): [shown: string, written: string] {
  if (key === "") return ["not configured, so no admin tokens are issued", ""];
  if (key === DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY) return [key, key];
  return ["as configured. The commands below take it from $PERFORMANCE_PUBLIC_KEY", "$PERFORMANCE_PUBLIC_KEY"];
}

function composeAdminLines(url: string, key: string): string {
  return `
Get an admin token, and with it the chart of the sample episode:

  ADMIN_TOKEN=$(curl -s -H "X-PUB-KEY: ${key}" ${url}/token | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo "$ADMIN_TOKEN"
  curl -s -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' -d '{"guid":"${SAMPLE_GUID}"}' ${url}/charts
`;
}

function composeListeningLines(url: string, id: string): string {
  return `
The collector is on. Listen to the first minute of an episode as a player does, and after half a minute look at its chart:

  curl -s ${url}/episodeperformance/${id} -H 'Content-Type: application/json' -d '{"episodeGUID":"${SAMPLE_LISTEN.guid}","data":['"$(seq -f '{"time":%g,"event":"play"}' 0 59 | paste -sd, -)"']}'
  npm run charts -- get ${SAMPLE_LISTEN.guid}
`;
}
