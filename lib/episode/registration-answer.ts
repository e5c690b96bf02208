import type { EpisodeToRegister, Registration } from "./registration.ts";

/** What POST /episodes answers of an episode. */
export interface RegistrationAnswer {
  readonly guid: string;
  readonly status: "registered" | "corrected" | "unchanged" | "refused";
  /** Why it is refused, and what to do. */
  readonly error?: string;
}

const OWNED = "A feed has registered this episode. Send its address as feed.";

/** Does not name the other feed: its address may be secret, and podcasters may see this. */
const RIVAL =
  "Another feed has registered this episode. Correct its guid. If the show has moved, register it with --replace.";

/** Describes what became of an episode to the holder of an admin token. */
export function answerRegistration({ feeds }: EpisodeToRegister, registration: Registration): RegistrationAnswer {
  const { guid, status } = registration;
  if (status === "rival") return { guid, status: "refused", error: feeds.length === 0 ? OWNED : RIVAL };
  if (status === "not corrected")
    return { guid, status: "refused", error: `${registration.problem} Its duration stays as it was.` };
  // A chart that was imported stays as it is, and so does one that nobody owns.
  return { guid, status: status === "imported" || status === "unowned" ? "unchanged" : status };
}
