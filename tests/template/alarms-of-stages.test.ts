import { describe, expect, it } from "vitest";
import { loadYaml } from "../../local/yaml.ts";

type Params = Readonly<Record<string, unknown>>;

const { params } = await loadYaml<{ readonly params: Readonly<Record<string, Params>> }>("serverless.yml");
/** What the condition compares, without CloudFormation's tags. */
const { Conditions } = await loadYaml<{ readonly Conditions: { readonly HasAlarms: [[string, string]] } }>(
  "deploy/resources/topics.yml",
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
