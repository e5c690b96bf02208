import { beforeEach, describe, expect, it, vi } from "vitest";
import { logFault, logInfo, logWarning } from "../../lib/log.ts";
import { useLog } from "../support/log.ts";
import { loadFull } from "../support/package.ts";
import { callCharts, callToken, getAdminToken, readEvent, useConfiguredService } from "../support/service.ts";
import { writeChartItem } from "../support/tables.ts";

const template = await loadFull();

const propertiesOf = (id: string) => template.Resources[id]?.Properties;

describe("a metric filter", () => {
  useConfiguredService();
  const log = useLog();

  /** Checks whether CloudWatch counts a line. Understands the patterns of this service alone: `a && (b || c)`. */
  const isCounted = (filter: string, line: object) => {
    const pattern = String(propertiesOf(filter)?.FilterPattern);
    const readValue = (path: string) => path.split(".").reduce((object: unknown, name) => Object(object)[name], line);
    const holds = (condition: string) => {
      const [, path = "", operator, expected = ""] =
        /\$\.([\w.]+) (=|!=|>= 0|NOT EXISTS)(?: "([^"]+)")?/.exec(condition) ?? [];
      const value = readValue(path);
      if (operator === ">= 0") return typeof value === "number" && value >= 0;
      if (operator === "NOT EXISTS") return value === undefined;
      expect(expected).not.toBe("");
      const isEqual = new RegExp(`^${expected.replace(/[{}]/g, "\\$&").replace("*", ".*")}$`, "s").test(String(value));
      return value !== undefined && isEqual === (operator === "=");
    };
    return pattern.split("&&").every((part) => part.split("||").some(holds));
  };

  /** Makes the line that Lambda's runtime writes for a logged value (LogPatch.js of its interface client). */
  const toLine = (level: string, message: unknown) => ({ timestamp: "2026-01-01", level, requestId: "1", message });

  const expectMetric = (filter: string, logGroup: string) =>
    expect(propertiesOf(filter)).toMatchObject({
      LogGroupName: { Ref: logGroup },
      MetricTransformations: [{ MetricNamespace: "performance-data-prod", MetricName: filter, MetricValue: "1" }],
    });

  beforeEach(() => {
    vi.stubEnv("AWS_LAMBDA_LOG_FORMAT", "JSON");
  });

  it.each(["TokenFaults", "ChartsFaults", "ListenFaults", "EpisodesFaults"])(
    "%s counts faults, and no warnings",
    (filter) => {
      logFault(new Error("broken"), "1");
      logWarning("weak-key", "odd");
      expect(isCounted(filter, toLine("ERROR", log.errors[0]))).toBe(true);
      expect(isCounted(filter, toLine("ERROR", { errorType: "Runtime.ExitError" }))).toBe(true);
      expect(isCounted(filter, toLine("WARN", log.warnings[0]))).toBe(false);
      expectMetric(filter, filter.replace("Faults", "LogGroup"));
    },
  );

  it("MalformedCharts counts malformed charts, which ChartsFaults leaves out", async () => {
    await writeChartItem({ guid: "filtered malformed", duration: 60, data: "no list" });
    const event = readEvent("charts", { adminToken: await getAdminToken(), body: '{"guid":"filtered malformed"}' });
    expect((await callCharts(event)).status).toBe(500);
    logFault(new Error("broken"), "1");
    const [malformed, fault] = log.errors.map((error) => toLine("ERROR", error));
    const count = (filter: string) => [malformed, fault].map((line) => isCounted(filter, Object(line)));
    expect(count("MalformedCharts")).toEqual([true, false]);
    expect(count("ChartsFaults")).toEqual([false, true]);
    expectMetric("MalformedCharts", "ChartsLogGroup");
  });

  it("WrongPublicKeys counts wrong keys in headers, WrongKeysOfAdmins those in bodies, each by its log, and neither other warnings", async () => {
    await callToken(readEvent("token-invalid-public-key"));
    const body = '{"guid":"unknown","publickey":"wrong"}';
    await callCharts(readEvent("charts", { adminToken: await getAdminToken(), body }));
    logWarning("weak-key", "odd");
    const lines = log.warnings.map((warning) => toLine("WARN", warning));
    for (const filter of ["WrongPublicKeys", "WrongKeysOfAdmins"])
      expect(lines.map((line) => isCounted(filter, line))).toEqual([true, true, false]);
    expectMetric("WrongPublicKeys", "TokenLogGroup");
    expectMetric("WrongKeysOfAdmins", "ChartsLogGroup");
  });

  it("UpdateFaults counts our own faults, and no outages, which fail the run", () => {
    // As a run of the update logs them.
    const toProblem = (code: string) => toLine("ERROR", { level: "ERROR", code, guid: "episode", error: {} });
    expect(isCounted("UpdateFaults", toProblem("fault"))).toBe(true);
    expect(isCounted("UpdateFaults", toProblem("outage"))).toBe(false);
    expect(isCounted("UpdateFaults", toProblem("malformed-chart"))).toBe(true);
    expect(isCounted("UpdateFaults", toLine("WARN", { level: "WARN", code: "fault" }))).toBe(false);
    expectMetric("UpdateFaults", "UpdateLogGroup");
  });

  it("UpdateBehind takes the seconds that a run says it is behind, also 0", () => {
    logInfo("update-ended", "Update ended", { requestId: "1", seconds: 2, listens: 3, behind: 0 });
    logInfo("update-ended", "Update ended", { requestId: "1", seconds: 2, listens: 0 });
    const [run, paused] = log.infos.map((info) => toLine("INFO", info));
    expect(isCounted("UpdateBehind", Object(run))).toBe(true);
    expect(isCounted("UpdateBehind", Object(paused))).toBe(false);
    expect(propertiesOf("UpdateBehind")).toMatchObject({
      LogGroupName: { Ref: "UpdateLogGroup" },
      MetricTransformations: [{ MetricName: "UpdateBehind", MetricValue: "$.message.behind", Unit: "Seconds" }],
    });
  });

  it("UnknownEpisodes counts listens of episodes that nobody registered", () => {
    logWarning("episode-not-registered", "Episode not registered", { requestId: "1", guid: "unknown" });
    logWarning("weak-key", "odd");
    const lines = log.warnings.map((warning) => toLine("WARN", warning));
    expect(lines.map((line) => isCounted("UnknownEpisodes", line))).toEqual([true, false]);
    expectMetric("UnknownEpisodes", "ListenLogGroup");
  });

  const LISTEN = "POST /episodeperformance/{id}";

  it.each([
    ["ThrottledRequests", { status: "429", route: "GET /token" }, { status: "429", route: LISTEN }],
    ["ThrottledRequests", { status: "429", route: "-" }, { status: "400", route: "GET /token" }],
    ["ThrottledListens", { status: "429", route: LISTEN }, { status: "429", route: "POST /charts" }],
    ["ThrottledListens", { status: "429", route: LISTEN.replace("POST", "OPTIONS") }, { status: "404", route: LISTEN }],
    ["FailedListens", { status: "503", route: LISTEN }, { status: "503", route: "GET /token" }],
    ["FailedListens", { status: "500", route: LISTEN.replace("POST", "OPTIONS") }, { status: "429", route: LISTEN }],
    ["FailedRegistrations", { status: "503", route: "POST /episodes" }, { status: "503", route: LISTEN }],
    ["FailedRegistrations", { status: "500", route: "POST /episodes" }, { status: "429", route: "POST /episodes" }],
    ["TakenListens", { status: "202", route: LISTEN }, { status: "404", route: LISTEN }],
    ["TakenListens", { status: "202", route: LISTEN }, { status: "204", route: LISTEN.replace("POST", "OPTIONS") }],
    ["Answers", { status: "200", route: "GET /token" }, { status: "200", route: LISTEN }],
    ["Answers", { status: "401", route: "POST /charts" }, { status: "404", route: "-" }],
    ["FailedAnswers", { status: "503", route: "GET /token" }, { status: "400", route: "GET /token" }],
    ["FailedAnswers", { status: "500", route: "POST /charts" }, { status: "500", route: LISTEN }],
  ])("%s counts %j of the access log, and not %j", (filter, counted, other) => {
    expect(isCounted(filter, counted)).toBe(true);
    expect(isCounted(filter, other)).toBe(false);
    expectMetric(filter, "HttpApiLogGroup");
  });
});
