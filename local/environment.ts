/** For a DynamoDB that accepts any credentials, because the SDK requires some. */
export const LOCAL_CREDENTIAL_VARIABLES = { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };

/** The port of the local service if PORT is unset or empty. */
export const DEFAULT_PORT = 3_000;

/** The folder of the embedded DynamoDB if DYNAMODB_FOLDER is unset or empty. */
export const DEFAULT_FOLDER = ".dynamodb";
