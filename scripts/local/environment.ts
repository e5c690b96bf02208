/** What a newcomer's service runs with; a variable that is set, even to nothing, is left as it is. */
export const DEVELOPMENT_KEYS = {
  PERFORMANCE_SECRET_KEY: "development-secret-key-for-local-use-only",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
};

/** The embedded DynamoDB accepts any credentials; the SDK insists on having some. */
export const LOCAL_CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local" };

/** The same credentials, as the variables that the SDK reads. */
export const LOCAL_CREDENTIAL_VARIABLES = {
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
};

/** Where the service listens, and where the embedded DynamoDB keeps its data, if PORT and DYNAMODB_FOLDER are unset or empty. */
export const DEFAULT_PORT = 3_000;
export const DEFAULT_FOLDER = ".dynamodb";
