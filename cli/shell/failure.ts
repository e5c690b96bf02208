import { CommandError } from "./command.ts";

/** What messages say of the DynamoDB that failed. */
interface Place {
  /** Such as "DynamoDB in us-east-1". */
  readonly place: string;
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

/** Explains an error of DynamoDB's, or returns any other as it is. */
export function explainFailure(error: unknown, place: Place): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  return new CommandError(describe(error, place), { cause: error });
}

function describe(error: Error, { place, charts, tokens }: Place): string {
  const { name } = error;
  const reason = (error.message || name).replace(/\.$/, "");
  if (isThrottle(error))
    return `${capitalize(place)} throttled the requests to the end. Run the command again later, or raise the table's capacity.`;
  if (name === "AccessDeniedException")
    return `${capitalize(place)} denies access (${reason}). Give the credentials that right, or use others.`;
  if (INVALID_CREDENTIALS.includes(name))
    return `The AWS credentials are not valid, or no longer (${reason}). Sign in again, or set others.`;
  if (name === "TimeoutError")
    return `${capitalize(place)} did not answer in time, not even when asked again. Check that it is running and can be reached.`;
  if (name === "ResourceNotFoundException") {
    const advice = "Check --stage and --region, and CHARTS_TABLE and TOKENS_TABLE if they are set.";
    return `The table ${charts.name} or the table ${tokens.name} is missing in ${place}. ${advice}`;
  }
  const advice =
    name === "CredentialsProviderError"
      ? "On your machine, set AWS_PROFILE (to default for the default profile), or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. On EC2, ECS or Lambda, give the instance, the task or the function a role."
      : "Check --region, DYNAMODB_FOLDER and the AWS variables in the environment, which select it.";
  return `Can't use ${place} (${reason}). ${advice}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
