/** Keys of the local service, which no deployment may have. A variable that is set, even to the empty string, takes precedence. */
export const DEVELOPMENT_KEYS = {
  PERFORMANCE_SECRET_KEY: "development-secret-key-for-local-use-only",
  PERFORMANCE_PUBLIC_KEY: "development-public-key",
};
