import { describe, expect, it } from "vitest";
import { loadYaml } from "../../local/yaml.ts";
import { PATIENCE } from "../support/checkout.ts";
import { findSchemaViolations } from "../support/cloudformation.ts";
import { KEYS, packageDev, packageService, readDashboard, type Template } from "../support/package.ts";

type Params = Readonly<Record<string, unknown>>;

const { params } = await loadYaml<{ readonly params: Readonly<Record<string, Params>> }>("serverless.yml");
/** What the condition compares, without CloudFormation's tags. */
const { Conditions } = await loadYaml<{ readonly Conditions: { readonly HasAlarms: [[string, string]] } }>(
  "resources/topics.yml",
);

/** Checks whether a stage with such settings has alarms. */
function hasAlarms(stage: string, settings: Params = {}): boolean {
  const all: Params = { ...params.default, ...params[stage], ...settings };
  const [[compared, without]] = Conditions.HasAlarms;
  return compared.replace(/\$\{param:(\w+)\}/g, (_, name) => String(all[name])) !== without;
}

describe("a stage has alarms", () => {
  it.each([
    ["dev", "alarmEmail"],
    ["dev", "alarmTopic"],
    ["dev", "noticeEmail"],
    ["staging", "noticeTopic"],
  ])("in %s with %s", (stage, setting) => {
    expect(hasAlarms(stage, { [setting]: "somebody" })).toBe(true);
  });

  it("in prod and others even without a recipient, because EventBridge may pass them on", () => {
    expect(["prod", "another"].map((stage) => hasAlarms(stage))).toEqual([true, true]);
  });

  it("in dev and staging without a recipient only with alarms: on", () => {
    const stages = ["dev", "staging"];
    expect(stages.map((stage) => hasAlarms(stage))).toEqual([false, false]);
    expect(stages.map((stage) => hasAlarms(stage, { alarms: "on" }))).toEqual([true, true]);
  });
});

describe("packaged", () => {
  const DASHBOARDS = ["Dashboard", "CollectorDashboard"];
  const listAlarms = ({ Resources }: Template) =>
    Object.keys(Resources).filter((id) => Resources[id]?.Type === "AWS::CloudWatch::Alarm");

  it(
    "without a recipient, dev has no alarm, and none on its dashboards",
    async () => {
      const dev = await packageDev();
      expect(listAlarms(dev)).toEqual([]);
      expect(findSchemaViolations(dev)).toEqual([]);
      for (const { widgets, names } of DASHBOARDS.map((id) => readDashboard(dev.Resources[id]))) {
        expect(widgets.length).toBeGreaterThan(4);
        expect(widgets.filter(({ type }) => type !== "metric")).toEqual([]);
        expect(Object.keys(dev.Resources)).toEqual(expect.arrayContaining(names));
      }
    },
    PATIENCE,
  );

  it(
    "with one, dev has all of them, and its notices on its dashboards",
    async () => {
      const dev = await packageService(
        ["collector=on", "alarmEmail=alarms@host.example"].flatMap((param) => ["--param", param]),
        KEYS,
      );
      expect(listAlarms(dev)).toHaveLength(28);
      const widgets = DASHBOARDS.flatMap((id) => readDashboard(dev.Resources[id]).widgets);
      expect(widgets.filter(({ type }) => type === "alarm")).toHaveLength(2);
    },
    PATIENCE,
  );
});
