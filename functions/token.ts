import { api } from "../lib/api.ts";
import { parseConfig } from "../lib/config.ts";
import { tokens } from "../lib/dynamodb.ts";
import { HttpError } from "../lib/errors.ts";
import { parseExpiresIn, parseLifetimes } from "../lib/lifetimes.ts";
import { logInfo, logWarning } from "../lib/log.ts";
import { isValidPublicKey } from "../lib/public-key.ts";
import { findHeader } from "../lib/request.ts";
import { createClaims, signToken } from "../lib/signed-token.ts";
import { computeTokenRecord } from "../lib/token-record.ts";
import { saveTokenRecord } from "../lib/token-table.ts";

/** GET /token: issues an admin token for the right public key, and a non-admin token for a request without a key. */
export const handler = api("Error generating token", async (request, { awsRequestId: requestId }) => {
  const config = parseConfig(process.env);
  const lifetimes = parseLifetimes(process.env);

  const presentedKey = findHeader(request, "x-pub-key");
  const isAdmin = presentedKey !== undefined;
  if (isAdmin && !isValidPublicKey(presentedKey, config.publicKey)) {
    logWarning("wrong-public-key", "Wrong public key in X-PUB-KEY", { requestId });
    throw new HttpError("invalid-public-key", "Invalid public key");
  }

  const lifetime = isAdmin ? lifetimes.seconds : parseExpiresIn(request.queryStringParameters?.expiresIn, lifetimes);
  const claims = createClaims(lifetimes.expiresIn, lifetime, isAdmin);
  const token = await signToken(claims, config.secretKey);
  await saveTokenRecord(tokens, computeTokenRecord(token, claims, config));
  if (isAdmin) logInfo("admin-token-issued", "Admin token issued", { requestId, tokenId: claims.s });
  return { body: JSON.stringify({ token }) };
});
