import { normalizePublicKey } from "../../lib/public-key.ts";
import { SAMPLE_GUID } from "../local/sample-chart.ts";

/** Composes the text that `npm start` prints: the service's URL, its public key, and commands to paste into a shell. */
export function composeGreeting(url: string, publicKey: string): string {
  const key = normalizePublicKey(publicKey);
  return `
Performance data service: ${url}
Public key:               ${key || "not configured, so no admin tokens are issued"}

Get a token for a feed:

  curl -s ${url}/token
${key && composeAdminLines(url, key)}
Press Ctrl-C to stop the service. Its data is kept.
`;
}

function composeAdminLines(url: string, key: string): string {
  return `
Get an admin token, and with it the chart of the sample episode:

  ADMIN_TOKEN=$(curl -s -H 'X-PUB-KEY: ${key}' ${url}/token | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo "$ADMIN_TOKEN"
  curl -s -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' -d '{"guid":"${SAMPLE_GUID}"}' ${url}/charts
`;
}
