import { MAX_EPISODE_BYTES } from "../lib/collector/episode-tally.ts";
import { parseListenWindow } from "../lib/collector/settings.ts";
import type { Settings } from "../local/serverless.ts";

/** Bytes of a usual listen, and of the largest that is taken: 500 passages of four bytes. */
const USUAL_BYTES = 260;
const LARGEST_BYTES = 2_250;

/** Millions of listens of one episode and window that an update counts (docs/cost.md). */
const [USUAL_MILLIONS, LARGEST_MILLIONS] = [USUAL_BYTES, LARGEST_BYTES].map(
  (bytes) => Math.floor(MAX_EPISODE_BYTES / bytes / 1e5) / 10,
);

/** Describes what will work, but hardly as its operator means it. */
export function findWarnings(settings: Settings, stage: string): string[] {
  const isSet = (name: string) => Boolean(settings[name]);
  const hasAlarms = isSet("alarmEmail") || isSet("alarmTopic");
  const warnings = [];
  if (stage === "prod" && !hasAlarms)
    warnings.push("The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml.");
  if (hasAlarms && !isSet("noticeEmail") && !isSet("noticeTopic"))
    warnings.push(`The notices of ${stage} reach nobody, only its alarms do. Set noticeEmail or noticeTopic.`);
  const listens = Number(settings.listenRate) * parseListenWindow({ LISTEN_WINDOW: String(settings.listenWindow) });
  if (settings.collector === "on" && listens * USUAL_BYTES > MAX_EPISODE_BYTES)
    warnings.push(
      `listenRate (${settings.listenRate}) lets more than ${USUAL_MILLIONS} million listens into a window of ${settings.listenWindow}, but an update counts at most so many of an episode, or ${LARGEST_MILLIONS} million of the largest. Lower listenRate or listenWindow.`,
    );
  return warnings;
}
