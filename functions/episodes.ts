import pMap from "p-map";
import { verifyAdminToken } from "../lib/admin-token.ts";
import { api } from "../lib/api.ts";
import { parseAdminConfig } from "../lib/config.ts";
import { charts, tokens } from "../lib/dynamodb.ts";
import { parseEpisodesRequest } from "../lib/episode/episodes-request.ts";
import { CONCURRENCY, type EpisodeToRegister, registerEpisode } from "../lib/episode/registration.ts";
import { MAX_BODY_BYTES, parseJson } from "../lib/json-body.ts";
import { logInfo } from "../lib/log.ts";
import { findHeader } from "../lib/request.ts";
import { verifyTokenRecord } from "../lib/token-record.ts";
import { loadTokenRecord } from "../lib/token-table.ts";

/** POST /episodes: registers episodes for the collector, or corrects their durations. */
export const handler = api("Internal server error", async (request, context) => {
  const config = parseAdminConfig(process.env);
  const admin = await verifyAdminToken(findHeader(request, "authorization"), config.secretKey);
  const asked = parseEpisodesRequest(await parseJson(request, context, MAX_BODY_BYTES));

  verifyTokenRecord(await loadTokenRecord(tokens, admin.id), admin, config);
  const episodes = await pMap(asked, register, { concurrency: CONCURRENCY });
  const written = episodes.filter(({ status }) => status === "registered" || status === "corrected").length;
  logInfo("episodes-registered", "Episodes registered", {
    requestId: context.awsRequestId,
    tokenId: admin.id,
    written,
  });
  return { body: JSON.stringify({ episodes }) };
});

/** What is answered of an episode. */
interface EpisodeAnswer {
  readonly guid: string;
  readonly status: "registered" | "corrected" | "unchanged" | "refused";
  /** Why it is refused, and what to do. */
  readonly error?: string;
}

const OWNED = "A feed has registered this episode. Send its address as feed.";

/** Does not name the other feed: its address may be secret, and podcasters may see this. */
const RIVAL =
  "Another feed has registered this episode. If that is of another show, correct your guid. If the show has moved, ask the service's operator to put its new address in place of the old one.";

async function register(episode: EpisodeToRegister): Promise<EpisodeAnswer> {
  const registration = await registerEpisode(charts, episode);
  const { guid, status } = registration;
  if (status === "rival")
    return { guid, status: "refused", error: registration.mismatch === "no identity" ? OWNED : RIVAL };
  if (status === "not corrected") {
    const wayOut = registration.part === "item" ? " Delete the item, and import its curves again." : "";
    return { guid, status: "refused", error: `${registration.problem}${wayOut} Its duration stays as it was.` };
  }
  // A chart that was imported stays as it is, and so does one that nobody owns.
  return { guid, status: status === "imported" || status === "unowned" ? "unchanged" : status };
}
