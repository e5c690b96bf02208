import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { DEVELOPMENT_KEYS } from "../deploy/development-keys.ts";
import { fail } from "../deploy/fail.ts";
import type { PluginOptions, Serverless } from "../deploy/framework/serverless.ts";
import { parseLifetimes } from "../lib/lifetimes.ts";
import { startLocalDynamoDB, startOrFindLocalDynamoDB } from "./embedded-dynamodb.ts";
import { DEFAULT_FOLDER, DEFAULT_PORT, LOCAL_CREDENTIAL_VARIABLES } from "./environment.ts";
import { refuseForeignRequests } from "./foreign-requests.ts";
import { composeGreeting } from "./greeting.ts";
import { findListeningId, hastenUpdates, isListen, printListens, removeReferences } from "./local-collector.ts";
import { createTablesAndSamples } from "./provision.ts";
import { printRequests } from "./request-lines.ts";
import { refuseUnknownRoutes } from "./unknown-routes.ts";

/** The folder with the functions' bundles, relative to the project. */
const BUILD_FOLDER = ".esbuild-local";

/**
 * Lets `serverless offline` and `serverless invoke local` run without an AWS account. Provides development keys, and
 * an embedded DynamoDB with the declared tables and the sample chart. If AWS_ENDPOINT_URL_DYNAMODB is set, uses that
 * server instead of the embedded one.
 */
class LocalPlugin {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless, options: PluginOptions) {
    const { custom, provider } = serverless.service;
    // The defaults in serverless.yml do not apply to a variable that is set to the empty string.
    custom["serverless-offline"].httpPort ||= DEFAULT_PORT;
    custom.dynamodbFolder ||= DEFAULT_FOLDER;
    const port = options.httpPort ?? custom["serverless-offline"].httpPort;
    let speak = () => {};
    this.hooks = {
      initialize: () => prepare(serverless, port).catch((error: Error) => fail(error.message)),
      "before:offline:start:init": async () => {
        hastenUpdates(serverless);
        // The check that comes later is asked first.
        refuseUnknownRoutes(Number(port), serverless);
        refuseForeignRequests(provider.httpApi.cors, Number(port));
      },
      "offline:start:init": async () => {
        speak = hushConsole();
      },
      "after:offline:start:init": async () => {
        speak();
        const url = `http://localhost:${port}`;
        const publicKey = String(provider.environment.PERFORMANCE_PUBLIC_KEY);
        const keyFile = findKeyFile(serverless.getProvider("aws").getStage());
        const listeningId = await findListeningId(url, serverless);
        // After the request for that token, which nobody but this plugin made.
        printRequests(Number(port), (request, status) => isListen(serverless, request, status));
        const hasCharts = existsSync("retention");
        console.log(composeGreeting({ url, publicKey, keyFile, listeningId, settings: custom.settings, hasCharts }));
      },
    };
  }
}

export { LocalPlugin as "module.exports" };

async function prepare(serverless: Serverless, port: number | string): Promise<void> {
  const [command, subcommand] = serverless.processedInput.commands;
  const isServer = command === "offline";
  const isInvocation = command === "invoke" && subcommand === "local";
  if (!isServer && !isInvocation) return;

  // Packaging empties its own folder, which must not be that of a running service. What it finds there, it packages.
  serverless.service.custom.esbuild.outputWorkFolder = BUILD_FOLDER;
  removeReferences(serverless);
  if (isServer) await requireFreePort(port);
  if (isServer) printListens(serverless);
  for (const [name, value] of Object.entries(DEVELOPMENT_KEYS)) {
    if (process.env[name] === undefined) serverless.service.provider.environment[name] = value;
  }
  if (isServer) requireLifetimes(serverless);
  if (!process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    const folder = serverless.service.custom.dynamodbFolder;
    const start = isServer ? startLocalDynamoDB : startOrFindLocalDynamoDB;
    Object.assign(process.env, await start(folder));
    // For the SDK, a profile takes precedence over these credentials.
    delete process.env.AWS_PROFILE;
  } else if (!process.env.AWS_PROFILE && !process.env.AWS_ACCESS_KEY_ID) {
    Object.assign(process.env, LOCAL_CREDENTIAL_VARIABLES);
  }
  const { provider, resources } = serverless.service;
  await createTablesAndSamples(String(process.env.AWS_ENDPOINT_URL_DYNAMODB), provider.region, resources.Resources);
}

/**
 * Silences `console.log` until the returned function is called. serverless-offline prints a table of routes through it, half
 * of which the service does not have, and has no setting for that. What it says else goes through the framework's log.
 */
function hushConsole(): () => void {
  const { log } = console;
  console.log = () => {};
  return () => {
    console.log = log;
  };
}

/** Finds the file of variables that the framework loads, if it has the public key. */
export function findKeyFile(stage: string): string | undefined {
  const file = [`.env.${stage}`, ".env"].find((path) => existsSync(path));
  return file !== undefined && /^\s*(export\s+)?PERFORMANCE_PUBLIC_KEY\s*=/m.test(readFileSync(file, "utf8"))
    ? file
    : undefined;
}

/** @throws RangeError if a lifetime is invalid: the service would answer 500 to every request for a token */
function requireLifetimes({ service }: Serverless): void {
  const { EXPIRES_IN, MAX_EXPIRES_IN } = service.functions.token.environment;
  parseLifetimes({ EXPIRES_IN: String(EXPIRES_IN), MAX_EXPIRES_IN: String(MAX_EXPIRES_IN) });
}

/** @throws Error if this process can't listen on the port of localhost */
export async function requireFreePort(port: number | string): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new Error(`"${port}" is not a port number. Set PORT to a number from 1 to 65535.`);
  const server = createServer();
  try {
    await once(server.listen(number, "localhost"), "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "EADDRINUSE" ? "is in use" : `can't be used (${code})`;
    throw new Error(`Port ${port} ${problem}. Set PORT to another port.`, { cause: error });
  }
  server.close();
  await once(server, "close");
}
