import { type Command, type Environment, interrupt, start, waitFor } from "./cli.ts";
import { PUBLIC_KEY, SECRET_KEY } from "./keys.ts";
import { findFreePort } from "./port.ts";

/** A service that `npm start` runs in a copy of the checkout. */
export interface Service {
  readonly url: string;
  readonly command: Command;
  /** Stops it with Ctrl-C and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the service with `npm start` on a free port, without other variables than those given. */
export async function startService(environment: Environment = {}, ...args: string[]): Promise<Service> {
  const port = environment.PORT ?? String(await findFreePort());
  const command = await start("npm", ["start", "--", ...args], { ...environment, PORT: port });
  await waitFor(command, "Press Ctrl-C");
  return { url: `http://localhost:${port}`, command, stop: () => interrupt(command) };
}

/**
 * Starts the service with the tables and keys of the tests. The collector is off, because its updates would fold the
 * listens of other tests.
 */
export async function startServiceOnTestTables(environment: Environment = {}): Promise<Service> {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const dynamoDB = { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const keys = { PERFORMANCE_SECRET_KEY: SECRET_KEY, PERFORMANCE_PUBLIC_KEY: PUBLIC_KEY };
  return startService(
    { ...dynamoDB, ...keys, ...environment },
    "--stage",
    String(process.env.TEST_STAGE),
    "--param",
    "collector=off",
  );
}
