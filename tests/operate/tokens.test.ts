import { describe, expect, it } from "vitest";
import { OPERATE, runOperate, spawnScript } from "../support/command-line.ts";
import { CONTROLS, HOSTILE, SHOWN } from "../support/hostile-text.ts";
import type { Outcome } from "../support/process.ts";
import { callCharts, getAdminToken, getToken, readEvent, useConfiguredService } from "../support/service.ts";
import { deleteRecord, readRecord, writeChartItem, writeRecord } from "../support/tables.ts";

useConfiguredService();

const { TOKENS_TABLE, AWS_ENDPOINT_URL_DYNAMODB } = process.env;
const PLACE = `${TOKENS_TABLE} in DynamoDB at ${AWS_ENDPOINT_URL_DYNAMODB}`;

function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token.split(".")[1]), "base64url").toString());
}

describe("tokens -- revoke", () => {
  it.each<[string, (token: string) => Promise<Outcome>]>([
    ["a token on standard input", (token) => spawnScript(OPERATE.tokens, ["revoke"], { input: `${token}\n` })],
    ["an id", (token) => runOperate("tokens", ["revoke", String(readClaims(token).s)])],
  ])("takes %s, after which the token gets 401", async (_, revoke) => {
    await writeChartItem({ guid: "sample-episode", duration: 1, data: [{ time: 0, percentage: 100 }] });
    const adminToken = await getAdminToken();
    expect((await callCharts(readEvent("charts", { adminToken }))).status).toBe(200);

    const outcome = await revoke(adminToken);
    const stdout = `Revoked ${readClaims(adminToken).s}: deleted its record from ${PLACE}.\n`;
    expect(outcome).toEqual({ code: 0, stdout, stderr: "" });
    expect(await readRecord(readClaims(adminToken).s)).toBeUndefined();
    expect((await callCharts(readEvent("charts", { adminToken }))).status).toBe(401);
  });

  it.each([
    [
      "an id without a record",
      "7d7f3d6c-0000-4000-8000-000000000000",
      `The table ${PLACE} has no record of token 7d7f3d6c-0000-4000-8000-000000000000. If it is the service's table, the token was revoked, has expired, or was never issued. If not, set --stage and --region.\n`,
    ],
    [
      "a text with dots that is not a token",
      "a.b.c",
      'It is neither a token of this service nor the id of one. Pass the token that GET /token returned on standard input, or its claim "s" as the id.\n',
    ],
    [
      "a token, which others can read",
      `e30.${Buffer.from('{"s":"7d7f"}').toString("base64url")}.x`,
      "A token must not be an argument, which others can read. Pass its id 7d7f, or the token on standard input.\n",
    ],
  ])("refuses %s", async (_, text, stderr) => {
    expect(await runOperate("tokens", ["revoke", text])).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("tokens -- list", () => {
  it("shows records without anything that could be used as a token", async () => {
    const tokens = [await getToken(), await getAdminToken()];
    const { stdout } = await runOperate("tokens", ["list"]);
    for (const [index, token] of tokens.entries()) {
      const { s, iat, exp } = readClaims(token);
      const [issued, expires] = [iat, exp].map((time) => new Date(Number(time) * 1_000).toISOString().slice(0, 19));
      expect(stdout).toMatch(new RegExp(`^${s}  ${index ? "yes" : "no "} +${issued}Z +${expires}Z$`, "m"));
      expect(stdout).not.toMatch(String(token.split(".")[2]));
      expect(stdout).not.toMatch(String((await readRecord(s))?.fingerprint));
    }
  });

  it("shows records in the order of issue, the newest last", async () => {
    const records = Array.from({ length: 20 }, (_, index) => ({ id: `ordered ${index}`, issuedAt: (index * 7) % 20 }));
    for (const record of [...records, { id: "ordered by nothing" }]) await writeRecord(record);
    const { stdout } = await runOperate("tokens", ["list"]);
    for (const { id } of [...records, { id: "ordered by nothing" }]) await deleteRecord(id);
    const byTime = records.toSorted((one, other) => one.issuedAt - other.issuedAt).map(({ id }) => id);
    expect(stdout.match(/^ordered \w+( \w+)?/gm)).toEqual(["ordered by nothing", ...byTime]);
  });

  it("shows only admin tokens with --admin", async () => {
    const [plain, admin] = [readClaims(await getToken()).s, readClaims(await getAdminToken()).s];
    const { stdout } = await runOperate("tokens", ["list", "--admin"]);
    expect(stdout).toMatch(String(admin));
    expect(stdout).not.toMatch(String(plain));
  });
});

describe("a record of hostile text does not control the terminal", () => {
  it("when it is listed", async () => {
    await writeRecord({ id: HOSTILE, admin: true, issuedAt: HOSTILE, expiresAt: HOSTILE });
    const { stdout } = await runOperate("tokens", ["list"]);
    await deleteRecord(HOSTILE);
    expect(stdout).toMatch(`${SHOWN}  yes    -                     -\n`);
    expect(stdout).not.toMatch(CONTROLS);
  });

  it("when it is revoked, or missing", async () => {
    await writeRecord({ id: HOSTILE });
    const revoked = await runOperate("tokens", ["revoke", HOSTILE]);
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining(`Revoked ${SHOWN}: `), stderr: "" });
    expect(revoked.stdout.trimEnd()).not.toMatch(CONTROLS);
    const gone = await runOperate("tokens", ["revoke", HOSTILE]);
    expect(gone).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("x\uFFFD[2J") });
    expect(gone.stderr).not.toMatch(CONTROLS);
  });
});
