/** Keys of the local service. A variable that is set, even to the empty string, takes precedence. */
export const DEVELOPMENT_KEYS = {
  PERFORMANCE_SECRET_KEY: "development-secret-key-for-local-use-only",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
};

/** The embedded DynamoDB accepts any credentials, but the SDK requires some. */
export const LOCAL_CREDENTIALS = { accessKeyId: "local", secretAccessKey: "local" };

/** The same credentials as environment variables for the SDK. */
export const LOCAL_CREDENTIAL_VARIABLES = {
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
};

/** The port of the local service if PORT is unset or empty. */
export const DEFAULT_PORT = 3_000;

/** The folder of the embedded DynamoDB if DYNAMODB_FOLDER is unset or empty. */
export const DEFAULT_FOLDER = ".dynamodb";
