import { loadYaml } from "../local/yaml.ts";
import { PRICES } from "./prices.ts";

interface Resource {
  readonly Type: string;
  readonly Properties: { readonly Metrics?: readonly { readonly MetricStat?: object }[] };
}

/** The files with what CloudWatch bills by the month, without the collector and of the collector. */
const FILES = {
  service: ["alarms/http-api", "alarms/functions", "alarms/logs", "dashboard"],
  collector: ["collector/listen-alarms", "collector/update-alarms", "collector/collector-dashboard"],
};

/**
 * Counts what CloudWatch bills each month, whatever the traffic, and adds up its prices in US dollars.
 *
 * @returns the metrics that alarms watch, each of which is billed like an alarm, as `watched`; those of the stack's own, which
 *   are billed in a month in which they count something, as `metrics`; and the sums if every metric does, with and without alarms
 */
export async function computeFixedCosts(part: keyof typeof FILES) {
  const files = await Promise.all(
    FILES[part].map((file) => loadYaml<{ Resources: Record<string, Resource> }>(`deploy/resources/${file}.yml`)),
  );
  const resources = files.flatMap(({ Resources }) => Object.values(Resources));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === `AWS::${type}`);
  const alarms = ofType("CloudWatch::Alarm");
  const counts = alarms.map(({ Properties: { Metrics } }) => Metrics?.filter((each) => each.MetricStat).length ?? 1);
  const watched = counts.reduce((sum, count) => sum + count, 0);
  const [metrics, dashboards] = [ofType("Logs::MetricFilter").length, ofType("CloudWatch::Dashboard").length];
  const withoutAlarms = metrics * PRICES.ownMetric + dashboards * PRICES.dashboard;
  const dollars = watched * PRICES.alarmMetric + withoutAlarms;
  return { alarms: alarms.length, watched, metrics, dashboards, dollars, withoutAlarms };
}
