import { expect, it } from "vitest";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { composeGreeting } from "../../plugins/greeting.ts";

const URL = "http://localhost:3000";

it("shows the development key, and uses it", () => {
  const greeting = composeGreeting(URL, DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY);
  expect(greeting).toMatch(/^Public key: +development-public-key$/m);
  expect(greeting).toContain('"X-PUB-KEY: development-public-key"');
});

it.each(["a-configured-key-of-a-host", "-----BEGIN PUBLIC KEY-----\na-configured-key\n-----END PUBLIC KEY-----"])(
  "does not show a configured key (%j)",
  (key) => {
    const greeting = composeGreeting(URL, key);
    expect(greeting).not.toContain("a-configured-key");
    expect(greeting).toContain('"X-PUB-KEY: $PERFORMANCE_PUBLIC_KEY"');
  },
);

it("offers no admin token without a key", () => {
  expect(composeGreeting(URL, " ")).not.toContain("ADMIN_TOKEN");
});
