/** Listens of a play of 45 minutes: one every ten minutes, and one at its end. */
const LISTENS = 5;

/** The busiest hour's listens, in multiples of the mean hour's. An assumption. */
const PEAK = 3;

/** listenRate is a target: what the busiest hour brings should stay below 80 % of it. */
const HEADROOM = 0.8;

/** CPU seconds that the update takes for an episode, and at most for a listen (`npm run bench -- fold`). */
const EPISODE_SECONDS = 0.008;
const LISTEN_SECONDS = 0.000016;

/** Seconds of a run: Lambda's 15 minutes without the last one, in which it only saves how far it has come. */
const RUN_SECONDS = 840;

/**
 * Computes the sizing of a day (docs/cost.md).
 *
 * @param plays of 45 minutes, in a day
 * @param episodes that are heard in a day
 * @param prices US dollars of a million listens, and of counting a million episodes
 */
export function computeSizing(
  plays: number,
  episodes: number,
  prices: { readonly listens: number; readonly episodes: number },
) {
  const listens = plays * LISTENS;
  const peak = (listens / 86_400) * PEAK;
  const updateSeconds = episodes * EPISODE_SECONDS + listens * LISTEN_SECONDS;
  return {
    listens,
    /** Listens a second in the busiest hour. */
    peak: Math.ceil(peak),
    /** The setting, in round numbers. */
    listenRate: Math.max(200, Math.ceil(peak / HEADROOM / 50) * 50),
    /** US dollars a month of 30 days: listens and updates. */
    dollars: Math.round((30 * (listens * prices.listens + episodes * prices.episodes)) / 1e6),
    updateSeconds: Math.ceil(updateSeconds),
    /** Hourly runs until all charts are there. */
    runs: Math.ceil(updateSeconds / RUN_SECONDS),
  };
}
