import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answerWith, type Fault, pass, startFaultyProxy } from "../../../tests/support/faulty-proxy.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { runCommand, summary } from "../support/command.ts";

const save = useFolder();

const proxy = await startFaultyProxy();
beforeEach(() => {
  proxy.always = pass;
  proxy.requests.length = 0;
});
afterAll(() => proxy.close());

function importCharts(charts: number, prefix: string, ...others: string[]) {
  const lines = Array.from({ length: charts }, (_, index) =>
    JSON.stringify({ guid: `${prefix} ${index}`, duration: 1, data: [{ time: 0, percentage: 1 }] }),
  );
  const args = ["import", save("charts.jsonl", lines.toSpliced(1, 0, ...others).join("\n"))];
  return runCommand("charts", args, { env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.url } });
}

describe("charts -- import, with a DynamoDB that fails", () => {
  it("writes some charts at once", async () => {
    let open = 0;
    let most = 0;
    proxy.always = async (response, forward) => {
      most = Math.max(most, ++open);
      await pass(response, forward);
      open--;
    };
    expect((await importCharts(30, "at once")).stdout).toEqual(summary("30 charts written, 0 refused"));
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(10);
  });

  it("ends with the reason if DynamoDB does not answer", async () => {
    proxy.always = () => {};
    const { code, stdout, stderr } = await importCharts(3, "hanging");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "Interrupted: 0 of 3 charts written. Run it again.\n" });
    expect(stderr).toMatch(
      /DynamoDB at http:\S+ did not answer in time, even after repeated requests\. Check that it is/,
    );
  });

  it("sends a throttled chart again, with pauses, when the SDK has given up", async () => {
    proxy.next.push(...Array<Fault>(12).fill(answerWith("ProvisionedThroughputExceededException")));
    expect((await importCharts(1, "throttled")).stdout).toEqual(summary("1 chart written, 0 refused"));
  });

  it.each<[string, Fault, RegExp]>([
    [
      "throttled to the end",
      answerWith("ThrottlingException", { message: "Rate exceeded" }),
      /^DynamoDB at \S+ kept throttling requests\. Run the command again later, or raise the table's capacity\.$/m,
    ],
    [
      "access is denied",
      answerWith("AccessDeniedException", {
        message: "User: x is not authorized to perform: dynamodb:PutItem\nFORGED: line",
      }),
      /^DynamoDB at \S+ denies access \(User: x is not authorized to perform: dynamodb:PutItem.FORGED: line\)\. Give these credentials that permission, or use others\.$/m,
    ],
    [
      "the token has expired",
      answerWith("ExpiredTokenException", { message: "The security token included in the request is expired" }),
      /^The AWS credentials are invalid or have expired \(The security token .* expired\)\. Sign in again, or set others\.$/m,
    ],
    [
      "the key is unknown",
      answerWith("UnrecognizedClientException", { message: "The security token included in the request is invalid." }),
      /^The AWS credentials are invalid or have expired \(The security token .* invalid\)\. Sign in again, or set others\.$/m,
    ],
  ])("says so if %s", async (_, fault, message) => {
    proxy.always = fault;
    // The clock runs fast: throttled charts are given up after twenty seconds.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => 20 * now());
    const { code, stdout, stderr } = await importCharts(2, "refused");
    clock.mockRestore();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "Interrupted: 0 of 2 charts written. Run it again.\n" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/--region|FORGED: line$|\n {4}at /m);
  });

  it("counts as written what is stored, also if it ends in between", async () => {
    let puts = 0;
    proxy.always = (response, forward) =>
      puts++ < 5 ? pass(response, forward) : answerWith("AccessDeniedException", { message: "no" })(response, forward);
    const { code, stdout } = await importCharts(30, "in between", "no");
    const part = "Interrupted: 5 of 30 charts written, 1 refused (1 not JSON). Run it again.\n";
    expect({ code, stdout }).toEqual({ code: 1, stdout: part });
  });
});
