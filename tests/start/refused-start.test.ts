import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { "module.exports" as LocalPlugin } from "../../local/local-plugin.ts";
import { useEndOfProcess } from "../support/end-of-process.ts";
import { makeServerless } from "../support/framework.ts";
import { findFreePort } from "../support/port.ts";

const printed = useEndOfProcess();

describe("npm start", () => {
  it("takes an empty PORT for 3000, and an empty DYNAMODB_FOLDER for .dynamodb", () => {
    const { service, ...serverless } = makeServerless("offline start");
    new LocalPlugin({ service, ...serverless }, {});
    expect(service.custom).toMatchObject({ dynamodbFolder: ".dynamodb", "serverless-offline": { httpPort: 3_000 } });
  });

  async function start(settings: Parameters<typeof makeServerless>[1]): Promise<void> {
    const serverless = makeServerless("offline start", { port: await findFreePort(), ...settings });
    await expect(new LocalPlugin(serverless, {}).hooks.initialize?.()).rejects.toThrow("exit code 1");
  }

  it.each([
    ["EXPIRES_IN", { lifetimes: { EXPIRES_IN: "soon" } }, /^Invalid EXPIRES_IN: .*$/],
    ["MAX_EXPIRES_IN", { lifetimes: { MAX_EXPIRES_IN: "late" } }, /^Invalid MAX_EXPIRES_IN: .*$/],
    ["PORT", { port: "http" }, /^"http" is not a port number\. Set PORT to a number from 1 to 65535\.$/],
  ])("reports in one line what is wrong with its %s", async (_, settings, line) => {
    await start(settings);
    expect(printed).toEqual([expect.stringMatching(line)]);
  });

  it("reports in one line that LISTENS is wrong, with the collector on", async () => {
    vi.stubEnv("LISTENS", "all");
    const serverless = makeServerless("offline start", { port: await findFreePort() });
    const listen = { handler: "functions/listen.handler", environment: {} };
    Object.assign(serverless.service.functions, { listen });
    await expect(new LocalPlugin(serverless, {}).hooks.initialize?.()).rejects.toThrow("exit code 1");
    expect(printed).toEqual(['LISTENS is "all". Set it to verbose, or remove it.']);
  });

  it("reports in one line that the port is in use", async () => {
    const server = createServer().listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await start({ port });
    expect(printed).toEqual([`Port ${port} is in use. Set PORT to another port.`]);
    server.close();
  });

  it("reports in one line that DynamoDB does not answer", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1");
    await start({});
    expect(printed).toEqual([
      expect.stringMatching(
        /^Can't use DynamoDB at http:\/\/127.0.0.1:1 \(.*ECONNREFUSED.*\). Check that it is running. If AWS_ENDPOINT_URL_DYNAMODB is not set, the embedded one is used.$/,
      ),
    ]);
  });

  it("reports in one line that its folder can't be used", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
    await start({ folder: "package.json" });
    expect(printed).toEqual([expect.stringMatching(/^.*package\.json.*$/)]);
  });
});
