/** What a newcomer's service runs with; a variable that is set, even to nothing, is left as it is. */
export const DEVELOPMENT = {
  PERFORMANCE_SECRET_KEY: "development-secret-key-for-local-use-only",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
  EXPIRES_IN: "1h",
};

/** A local DynamoDB takes any credentials; the SDK wants to have some. */
export const LOCAL_CREDENTIALS = { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
