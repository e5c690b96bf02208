import { afterAll, describe, expect, it } from "vitest";
import { useFolder } from "../../../tests/support/process.ts";
import { startServer } from "../../../tests/support/server.ts";
import { deleteRecord, writeRecord } from "../../../tests/support/tables.ts";
import { runCommand } from "../support/command.ts";

/** Clears the screen, turns text red, sets the title, rings, adds a row, changes the writing direction, and deletes. */
const HOSTILE = "x\u001b[2J\u009b31m\u001b]0;title\u0007\r\nok    all is well\u202e\u2066\u007f\u0000";
const SHOWN = "x\uFFFD[2J\uFFFD31m\uFFFD]0;title\uFFFD\uFFFD\uFFFDok    all is well\uFFFD\uFFFD\uFFFD\uFFFD";

const CONTROLS = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

/** A server that issues tokens as the service does, but whose errors and charts contain hostile text. */
const server = await startServer((request, response) => {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  const isRefused = request.headers["x-pub-key"] !== "good-key" && !request.headers.authorization;
  if (isRefused) response.writeHead(500, headers).end(JSON.stringify({ error: `Error generating token${HOSTILE}` }));
  else response.writeHead(200, headers).end(JSON.stringify({ token: "x", guid: HOSTILE, duration: 1, data: [] }));
});

const { url } = server;
const save = useFolder();

afterAll(() => server.stop());

describe("text from elsewhere does not control the terminal", () => {
  it("when the smoke test prints a service's answer", async () => {
    const { code, stdout, stderr } = await runCommand("smoke", ["--url", url]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain(`: The answer must be "200", not "500 Error generating token${SHOWN}".\n`);
    expect(stdout).not.toMatch(CONTROLS);
  });

  it("when a service refuses a chart, in one line", async () => {
    const { code, stderr } = await runCommand("charts", ["get", "x", "--url", url]);
    expect(code).toBe(1);
    expect(stderr.split("\n")).toEqual([expect.any(String), ""]);
    expect(stderr).toContain("x\uFFFD[2J");
    expect(stderr).not.toMatch(CONTROLS);
  });

  it("when a chart is printed as JSON, which keeps its meaning", async () => {
    const args = ["get", "x", "--print", "json", "--url", url, "--public-key-file", save("key", "good-key")];
    const { code, stdout } = await runCommand("charts", args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ guid: HOSTILE });
    expect(stdout).not.toMatch(CONTROLS);
  });

  it("when the records of tokens are listed", async () => {
    await writeRecord({ id: HOSTILE, admin: true, issuedAt: HOSTILE, expiresAt: HOSTILE });
    const { stdout } = await runCommand("tokens", ["list"]);
    await deleteRecord(HOSTILE);
    expect(stdout).toMatch(`${SHOWN}  yes    -                     -\n`);
    expect(stdout).not.toMatch(CONTROLS);
  });

  it("when a token is revoked, or has no record", async () => {
    await writeRecord({ id: HOSTILE });
    const revoked = await runCommand("tokens", ["revoke", HOSTILE]);
    expect(revoked).toMatchObject({ code: 0, stdout: expect.stringContaining(`Revoked ${SHOWN}: `), stderr: "" });
    expect(revoked.stdout.trimEnd()).not.toMatch(CONTROLS);
    const gone = await runCommand("tokens", ["revoke", HOSTILE]);
    expect(gone).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("x\uFFFD[2J") });
    expect(gone.stderr).not.toMatch(CONTROLS);
  });
});
