import { expect, it } from "vitest";
import { findWarnings } from "../../deploy/settings.ts";

const DEFAULTS = { alarmEmail: "", alarmTopic: "", noticeEmail: "", noticeTopic: "", collector: "off" };
const LISTENS = { collector: "on", alarmEmail: "a@host.example", noticeEmail: "n@host.example" };

it.each([
  ["dev", {}],
  ["prod", { alarmEmail: "a@host.example", noticeEmail: "n@host.example" }],
  ["prod", { alarmTopic: "arn", noticeTopic: "arn" }],
  ["staging", { noticeEmail: "n@host.example" }],
  ["prod", { ...LISTENS, listenRate: 222 }],
  ["prod", { ...LISTENS, listenRate: "5000", listenWindow: "1h" }],
  ["prod", { ...LISTENS, collector: "off", listenRate: 5_000 }],
])("%s is packaged without a warning with %j", (stage, settings) => {
  expect(findWarnings({ ...DEFAULTS, listenRate: 200, listenWindow: "1d", ...settings }, stage)).toEqual([]);
});

it.each([
  ["prod", {}, "The alarms of prod reach nobody. Set alarmEmail or alarmTopic in serverless.yml."],
  [
    "staging",
    { alarmEmail: "a@host.example" },
    "The notices of staging reach nobody, only its alarms do. Set noticeEmail or noticeTopic.",
  ],
  ["prod", { alarmTopic: "arn" }, /^The notices of prod reach nobody/],
  [
    "prod",
    { ...LISTENS, listenRate: "223" },
    "listenRate (223) lets more than 19.2 million listens into a window of 1d, but an update counts at most so many of an episode, or 2.2 million of the largest. Lower listenRate or listenWindow.",
  ],
  [
    "prod",
    { ...LISTENS, listenRate: 50, listenWindow: "7d" },
    /^listenRate \(50\) lets more than 19.2 million listens into a window of 7d/,
  ],
])("packaging %s warns about %j", (stage, settings, warning) => {
  const warnings = findWarnings({ ...DEFAULTS, listenRate: 200, listenWindow: "1d", ...settings }, stage);
  expect(warnings).toEqual([typeof warning === "string" ? warning : expect.stringMatching(warning)]);
});
