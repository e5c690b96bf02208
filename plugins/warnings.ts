import { parseListenWindow } from "../lib/collector/settings.ts";
import type { Settings } from "./settings.ts";

/**
 * Listens of one episode and window that a run of the update can read: an episode is read in one piece, within Lambda's 15
 * minutes (docs/sizing.md).
 */
const MAX_LISTENS_OF_EPISODE = 25_000_000;

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
  if (settings.collector === "on" && listens > MAX_LISTENS_OF_EPISODE)
    warnings.push(
      `listenRate (${settings.listenRate}) lets more than 25 million listens into a window of ${settings.listenWindow}. If an episode had so many, no update could read them in its 15 minutes. Lower listenRate or listenWindow.`,
    );
  return warnings;
}
