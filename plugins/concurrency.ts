import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { AwsProvider } from "./serverless.ts";
import type { Settings } from "./settings.ts";

/** How long the most expensive listen that is refused may take (docs/cost.md). */
const LISTEN_SECONDS = 0.12;

/** The time-out of `listen`, which a listen takes at most if DynamoDB hangs (serverless.yml). */
const TIMEOUT_SECONDS = 10;

/** AWS lets no function reserve what would leave fewer to all others. */
const UNRESERVED = 100;

/**
 * Advises on `listenConcurrency`, which is never set by itself: the template must not depend on who packages it, and AWS
 * refuses a stack that reserves more than the account has.
 */
export async function adviseConcurrency(settings: Settings, provider: AwsProvider): Promise<string[]> {
  if (settings.collector !== "on" || settings.listenConcurrency) return [];
  const rate = Number(settings.listenRate);
  const needed = Math.ceil(rate * LISTEN_SECONDS);
  const limit = await loadConcurrency(provider);
  if (limit instanceof Error)
    return [
      `listenConcurrency is not set, and how many executions at once this account may have can't be read (${limit.message}). With ${needed + UNRESERVED} or more, set it to ${needed}: listens then leave the others to /token and /charts.`,
    ];
  if (limit > rate * TIMEOUT_SECONDS) return [];
  if (limit < needed + UNRESERVED)
    return [
      `This account may have ${limit} executions at once in ${provider.getRegion()}. If DynamoDB is slow in a flood, listens can take them all, and /token and /charts then fail. Ask AWS for 1,000, then set listenConcurrency to ${needed}. See docs/deploying.md.`,
    ];
  return [
    `listenConcurrency is not set: if DynamoDB hangs, listens can take all ${limit} executions that this account may have at once. Set it to ${needed}.`,
  ];
}

/** An account whose limit can't be read can be deployed to all the same. */
async function loadConcurrency(provider: AwsProvider): Promise<number | Error> {
  try {
    const client = new LambdaClient(await provider.getAwsSdkV3Config());
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    return AccountLimit?.ConcurrentExecutions ?? new Error("no limit in the answer");
  } catch (error) {
    return error as Error;
  }
}
