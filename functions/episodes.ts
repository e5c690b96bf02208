import pMap from "p-map";
import { verifyAdminToken } from "../lib/admin-token.ts";
import { api } from "../lib/api.ts";
import { parseAdminConfig } from "../lib/config.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { parseEpisodesRequest } from "../lib/episode/episodes-request.ts";
import { CONCURRENCY, type EpisodeToRegister, registerEpisode } from "../lib/episode/registration.ts";
import { answerRegistration, type RegistrationAnswer } from "../lib/episode/registration-answer.ts";
import { MAX_BYTES, parseJson } from "../lib/json-body.ts";
import { logInfo } from "../lib/log.ts";
import { findHeader } from "../lib/request.ts";
import { verifyTokenRecord } from "../lib/token-record.ts";
import { loadTokenRecord } from "../lib/token-table.ts";

/** POST /episodes: registers episodes for the collector, or corrects their durations. */
export const handler = api("Internal server error", async (request, context) => {
  const config = parseAdminConfig(process.env);
  const admin = await verifyAdminToken(findHeader(request, "authorization"), config.secretKey);
  const asked = parseEpisodesRequest(await parseJson(request, context, MAX_BYTES));

  verifyTokenRecord(await loadTokenRecord(tokens, admin.id), admin, config);
  const episodes = await pMap(asked, register, { concurrency: CONCURRENCY });
  const written = episodes.filter(({ status }) => status === "registered" || status === "corrected").length;
  logInfo("Episodes registered", { requestId: context.awsRequestId, tokenId: admin.id, written });
  return { body: JSON.stringify({ episodes }) };
});

async function register(episode: EpisodeToRegister): Promise<RegistrationAnswer> {
  return answerRegistration(episode, await registerEpisode(charts, episode, false));
}
