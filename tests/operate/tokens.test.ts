import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OPERATE, runOperate, spawnScript } from "../support/command-line.ts";
import { CONTROLS, HOSTILE, SHOWN } from "../support/hostile-text.ts";
import { type Outcome, useFolder } from "../support/process.ts";
import { callCharts, getAdminToken, getToken, readEvent, useConfiguredService } from "../support/service.ts";
import {
  deleteRecord,
  readAllItems,
  readRecord,
  useDeclaredTable,
  writeChartItem,
  writeRecord,
} from "../support/tables.ts";

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

describe("tokens -- export and import", () => {
  const other = useDeclaredTable("TokensTable");
  const save = useFolder();
  const into = (file: string) => runOperate("tokens", ["import", file], { env: { TOKENS_TABLE: other } });
  const readOther = async () => new Map((await readAllItems(other)).map((record) => [record.id, record]));
  const now = Math.floor(Date.now() / 1_000);

  /** Exports, and returns the lines by their ids. */
  async function exportLines() {
    const { code, stdout, stderr } = await runOperate("tokens", ["export"]);
    const lines = stdout.trim().split("\n");
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Exported ${lines.length} records of live feed tokens.\n` });
    return new Map(lines.map((line) => [JSON.parse(line).id, line]));
  }

  it("take along feed tokens that live at that moment, and no admin token", async () => {
    const [live, admin, revoked, expired] = [
      await getToken(),
      await getAdminToken(),
      await getToken(),
      await getToken(),
    ].map((token) => String(readClaims(token).s));
    await deleteRecord(revoked);
    await writeRecord({ ...(await readRecord(expired)), expiresAt: now });
    const lines = await exportLines();
    expect([live, admin, revoked, expired].map((id) => lines.has(id))).toEqual([true, false, false, false]);
    expect(JSON.parse(String(lines.get(live)))).toEqual(await readRecord(live));
    // The table is shared: other tests put records into it that are none.
    const file = save("tokens.jsonl", `${lines.get(live)}\n`);
    expect(await into(file)).toEqual({
      code: 0,
      stdout: "1 imported, 0 there already, 0 expired, 0 refused\n",
      stderr: `Writing to ${other} in DynamoDB at ${AWS_ENDPOINT_URL_DYNAMODB}.\n`,
    });
    expect((await readOther()).get(live)).toEqual(await readRecord(live));
    expect((await into(file)).stdout).toBe("0 imported, 1 there already, 0 expired, 0 refused\n");
  });

  it("leave out what has expired since, and refuse by line what is no record of a feed token", async () => {
    const id = randomUUID();
    const record = { id, fingerprint: "a".repeat(64), admin: false, interval: 1, issuedAt: now, expiresAt: now + 60 };
    const bad: [object | string, string][] = [
      [{ ...record, admin: true }, "It is not the record of a feed token, and stays here."],
      [{ ...record, admin: undefined }, "It is not the record of a feed token, and stays here."],
      [{ ...record, publicKey: "x" }, "It is not the record of a feed token, and stays here."],
      [{ ...record, id: "x" }, "It is not a record as export prints them. Export again."],
      [{ ...record, fingerprint: "x" }, "It is not a record as export prints them. Export again."],
      [{ ...record, interval: 0 }, "It is not a record as export prints them. Export again."],
      [{ ...record, expiresAt: "soon" }, "It is not a record as export prints them. Export again."],
      ["[]", "It is not a JSON object. Pass what export has printed."],
      ["{", "It is not a JSON object. Pass what export has printed."],
    ];
    const toLine = (value: object | string) => (typeof value === "string" ? value : JSON.stringify(value));
    const lines = [...bad.map(([value]) => toLine(value)), toLine({ ...record, expiresAt: now }), toLine(record)];
    // A blank line is no record, and none that is refused.
    const file = save("bad.jsonl", `${lines.join("\n")}\n\n \r\n`);
    const { code, stdout, stderr } = await into(file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "1 imported, 0 there already, 1 expired, 9 refused\n" });
    const [, ...refusals] = stderr.trim().split("\n");
    expect(refusals.sort()).toEqual(bad.map(([, reason], index) => `${file}:${index + 1}: ${reason}`).sort());
    expect((await readOther()).get(id)).toEqual(record);
  });

  it("refuse a line of many megabytes", async () => {
    const { stdout } = await into(save("long.jsonl", "x".repeat(8_000_000)));
    expect(stdout).toBe("0 imported, 0 there already, 0 expired, 1 refused\n");
  });

  it("read standard input, and say if there is no such file", async () => {
    const env = { TOKENS_TABLE: other };
    const outcome = await spawnScript(OPERATE.tokens, ["import", "-"], { input: "x", env });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("\n-:1: It is not a JSON object.") });
    expect(await into("missing.jsonl")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\nmissing\.jsonl: There is no such file\.\n$/),
    });
  });
});
