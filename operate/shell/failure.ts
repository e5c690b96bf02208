import { MalformedItemError, type MalformedPart } from "../../lib/episode/counts.ts";
import { capitalize } from "../../lib/printable.ts";
import { CommandError } from "./command-error.ts";

/** What messages say of the DynamoDB that failed. */
interface FailedDynamoDB {
  /** Such as "DynamoDB in us-east-1". */
  readonly place: string;
  readonly stage: string;
  readonly charts: { readonly name: string };
  readonly tokens: { readonly name: string };
}

const THROTTLES = [
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "Throttling",
  "RequestLimitExceeded",
  "RequestThrottled",
];

const INVALID_CREDENTIALS = [
  "ExpiredTokenException",
  "ExpiredToken",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "InvalidClientTokenId",
  "TokenProviderError",
];

/** Checks whether DynamoDB turned a request away because there were too many. */
export function isThrottle(error: unknown): boolean {
  return error instanceof Error && THROTTLES.includes(error.name);
}

const MALFORMED: Readonly<Record<MalformedPart, string>> = {
  curve: " Import the chart again, or delete it.",
  numbers: " Import the chart again.",
  item: " Delete the item, and import its curves again.",
};

/** Says what is wrong with an item, and what to do. */
export function explainMalformed({ message, part }: Pick<MalformedItemError, "message" | "part">): string {
  return `${message}${MALFORMED[part]}`;
}

/** Explains an error of DynamoDB's, or returns any other as it is. */
export function explainFailure(error: unknown, place: FailedDynamoDB): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  return new CommandError(describeCause(error, place), { cause: error });
}

function describeCause(error: Error, { place, stage, charts, tokens }: FailedDynamoDB): string {
  const { name } = error;
  if (error instanceof MalformedItemError) return explainMalformed(error);
  const reason = (error.message || name).replace(/\.$/, "");
  if (isThrottle(error))
    return `${capitalize(place)} kept throttling requests. Run the command again later, or raise the table's capacity.`;
  if (name === "AccessDeniedException")
    return `${capitalize(place)} denies access (${reason}). Give these credentials that permission, or use others.`;
  if (INVALID_CREDENTIALS.includes(name))
    return `The AWS credentials are invalid or have expired (${reason}). Sign in again, or set others.`;
  if (name === "TimeoutError")
    return `${capitalize(place)} did not answer in time, even after repeated requests. Check that it is running and can be reached.`;
  if (name === "ResourceNotFoundException") {
    const missing = `the table ${charts.name} or the table ${tokens.name} is missing`;
    if (process.env.CHARTS_TABLE || process.env.TOKENS_TABLE)
      return `${capitalize(missing)} in ${place}. Check CHARTS_TABLE and TOKENS_TABLE, --stage and --region.`;
    return `There is no stage ${JSON.stringify(stage)} in ${place}: ${missing}. Check --stage and --region.`;
  }
  const advice =
    name === "CredentialsProviderError"
      ? "On your machine, set AWS_PROFILE (to default for the default profile), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. On EC2, ECS or Lambda, give the instance, the task or the function a role."
      : "Check --region, DYNAMODB_FOLDER and the AWS variables in the environment, which select it.";
  return `Can't use ${place} (${reason}). ${advice}`;
}
