import { verifyAdminToken } from "../lib/admin-token.ts";
import { api } from "../lib/api.ts";
import { parseChartsRequest } from "../lib/charts-request.ts";
import { parseAdminConfig } from "../lib/config.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { acceptsGzip, answerChart } from "../lib/episode/chart-answer.ts";
import { loadChartItem } from "../lib/episode/charts-table.ts";
import { invalidBody, parseJsonBody } from "../lib/json-body.ts";
import { logWarning } from "../lib/log.ts";
import { isValidPublicKey } from "../lib/public-key.ts";
import { findHeader } from "../lib/request.ts";
import { verifyTokenRecord } from "../lib/token-record.ts";
import { loadTokenRecord } from "../lib/token-table.ts";

/** POST /charts: answers a request that has an admin token with one of an episode's performance curves. */
export const handler = api("Internal server error", async (request, context) => {
  const config = parseAdminConfig(process.env);
  const admin = await verifyAdminToken(findHeader(request, "authorization"), config.secretKey);
  const { guid, source, publickey } = parseChartsRequest(await parseJsonBody(request, context));

  const [record, item] = await Promise.all([loadTokenRecord(tokens, admin.id), loadChartItem(charts, guid)]);
  verifyTokenRecord(record, admin, config);
  if (publickey !== undefined && !isValidPublicKey(publickey, config.publicKey)) {
    logWarning("wrong-public-key", "Wrong public key in the body", {
      requestId: context.awsRequestId,
      tokenId: admin.id,
    });
    throw invalidBody("publickey must be the valid public key where it is present");
  }
  return answerChart(item, source, acceptsGzip(request));
});
