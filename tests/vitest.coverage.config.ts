import { defineConfig } from "vitest/config";
import config from "../vitest.config.ts";

/** Merges what both parts of the tests covered with STRICT_TESTS, and holds it against what they must cover. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    reporters: ["dot"],
    coverage: {
      ...config.test?.coverage,
      enabled: true,
      reporter: ["text"],
      thresholds: {
        "{functions,lib}/**": { 100: true },
        "player/*.js": { 100: true },
        "retention/report/curve/**": { statements: 99, branches: 80, functions: 98, lines: 99 },
        "retention/report/{usual,episode,words,show}/*.ts": { statements: 99, branches: 86, functions: 99, lines: 100 },
        "retention/report/{make,since}/*.ts": { statements: 99, branches: 85, functions: 98, lines: 99 },
        "retention/sources/**": { statements: 99, branches: 94, functions: 98, lines: 99 },
        // The embedded DynamoDB and the rest of the service run in processes of their own.
        "{deploy/*,local/{foreign-requests,greeting,local-collector,local-plugin,openapi/*,request-lines}}.ts": {
          statements: 86,
          branches: 86,
          functions: 83,
          lines: 87,
        },
        "{operate,retention/cli}/**": { statements: 95, branches: 89, functions: 96, lines: 96 },
      },
    },
  },
});
