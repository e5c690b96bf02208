import { expect, it } from "vitest";
import { DEVELOPMENT_KEYS } from "../../local/environment.ts";
import { composeGreeting } from "../../plugins/greeting.ts";

const url = "http://localhost:3000";

it("shows the development key, and uses it", () => {
  const greeting = composeGreeting({ url, publicKey: DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY });
  expect(greeting).toMatch(/^Public key: +development-public-key$/m);
  expect(greeting).toContain('"X-PUB-KEY: development-public-key"');
});

it("begins with what shows something", () => {
  const greeting = composeGreeting({ url, publicKey: DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY, listeningId: "id" });
  const commands = [...greeting.matchAll(/^ {2}(npm .*|.*curl -s).*$/gm)].map(([, command]) => command);
  expect(commands.slice(0, 2)).toEqual([
    "npm run charts -- get sample-episode",
    "npm run charts -- report sample-episode --out report.html",
  ]);
  expect(greeting.indexOf("/episodeperformance/")).toBeLessThan(greeting.indexOf("/token"));
});

it.each(["a-configured-key-of-a-host", "-----BEGIN PUBLIC KEY-----\na-configured-key\n-----END PUBLIC KEY-----"])(
  "does not show a configured key (%j)",
  (publicKey) => {
    const ofShell = composeGreeting({ url, publicKey });
    const ofFile = composeGreeting({ url, publicKey, keyFile: ".env" });
    expect(ofShell + ofFile).not.toContain("a-configured-key");
    expect(ofShell).toContain('"X-PUB-KEY: $PERFORMANCE_PUBLIC_KEY"');
    expect(ofFile).toContain('"X-PUB-KEY: $(node --env-file=.env -p process.env.PERFORMANCE_PUBLIC_KEY | tr');
  },
);

it("offers no admin token, and no chart, without a key", () => {
  expect(composeGreeting({ url, publicKey: " " })).not.toMatch(/ADMIN_TOKEN|npm run/);
});
