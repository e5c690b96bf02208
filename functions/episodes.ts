import { verifyAdminToken } from "../lib/admin-token.ts";
import { api } from "../lib/api.ts";
import { parseAdminConfig } from "../lib/config.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { parseEpisodesRequest } from "../lib/episode/episodes-request.ts";
import { CONCURRENCY, type EpisodeToRegister, registerEpisode } from "../lib/episode/registration.ts";
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
  const episodes: Answer[] = [];
  // p-map would be a hundredth of the function's zip.
  for (let at = 0; at < asked.length; at += CONCURRENCY)
    episodes.push(...(await Promise.all(asked.slice(at, at + CONCURRENCY).map(register))));
  const written = episodes.filter(({ status }) => status === "registered" || status === "corrected").length;
  logInfo("episodes-registered", "Episodes registered", {
    requestId: context.awsRequestId,
    tokenId: admin.id,
    written,
  });
  return { body: JSON.stringify({ episodes }) };
});

/** What is answered of an episode. */
interface Answer {
  readonly guid: string;
  readonly status: "registered" | "corrected" | "unchanged" | "refused";
  /** Why it is refused, and what to do. */
  readonly error?: string;
}

const OWNED = "A feed has registered this episode. Send its address as feed.";

/** Does not name the other feed: its address may be secret, and podcasters may see this. */
const RIVAL =
  "Another feed has registered this episode. Correct its guid. If the show has moved, the operator registers it with --moved-from.";

async function register(episode: EpisodeToRegister): Promise<Answer> {
  const registration = await registerEpisode(charts, episode);
  const { guid, status } = registration;
  if (status === "rival")
    return { guid, status: "refused", error: registration.mismatch === "no identity" ? OWNED : RIVAL };
  if (status === "not corrected")
    return { guid, status: "refused", error: `${registration.problem} Its duration stays as it was.` };
  // A chart that was imported stays as it is, and so does one that nobody owns.
  return { guid, status: status === "imported" || status === "unowned" ? "unchanged" : status };
}
