import { normalizePublicKey } from "../../lib/public-key.ts";
import { SAMPLE_GUID } from "../local/sample-chart.ts";

/** What a newcomer needs once the service runs: where it is, and lines to paste into a shell. */
export function composeGreeting(url: string, publicKey: string): string {
  const key = normalizePublicKey(publicKey);
  return `
Performance data service: ${url}
Public key:               ${key || "not configured, so that there are no admin tokens"}

A token for a feed:

  curl -s ${url}/token
${key && composeAdminLines(url, key)}
Ctrl-C ends it. The data stays.
`;
}

function composeAdminLines(url: string, key: string): string {
  return `
An admin token, and the chart of the sample episode with it:

  ADMIN_TOKEN=$(curl -s -H 'X-PUB-KEY: ${key}' ${url}/token | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo "$ADMIN_TOKEN"
  curl -s -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' -d '{"guid":"${SAMPLE_GUID}"}' ${url}/charts
`;
}
