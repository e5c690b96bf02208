import { expect, it } from "vitest";
import { DEVELOPMENT_KEYS } from "../../deploy/development-keys.ts";
import { composeGreeting } from "../../local/greeting.ts";

const url = "http://localhost:3000";
const settings = { collector: "on", cors: false };
const hasCharts = true;

it("shows the development key, and uses it", () => {
  const publicKey = DEVELOPMENT_KEYS.PERFORMANCE_PUBLIC_KEY;
  const greeting = composeGreeting({ url, settings, publicKey, listeningId: "id", hasCharts });
  expect(greeting).toMatch(/^Public key: +development-public-key$/m);
  expect(greeting).toContain('"X-PUB-KEY: development-public-key"');
});

it.each(["a-configured-key-of-a-host", "-----BEGIN PUBLIC KEY-----\na-configured-key\n-----END PUBLIC KEY-----"])(
  "does not show a configured key (%j)",
  (publicKey) => {
    const ofShell = composeGreeting({ url, settings, publicKey, hasCharts });
    const ofFile = composeGreeting({ url, settings, publicKey, keyFile: ".env", hasCharts });
    expect(ofShell + ofFile).not.toContain("a-configured-key");
    expect(ofShell).toContain('"X-PUB-KEY: $PERFORMANCE_PUBLIC_KEY"');
    expect(ofFile).toContain('"X-PUB-KEY: $(node --env-file=.env -p process.env.PERFORMANCE_PUBLIC_KEY | tr');
  },
);

it("says in one line that cors and the collector can't be deployed together", () => {
  const listLines = (collector: string, cors: unknown) =>
    composeGreeting({ url, publicKey: "", settings: { collector, cors }, hasCharts }).match(/^.*cors.*$/gm) ?? [];
  expect(listLines("on", { allowedOrigins: ["https://host.example"] })).toEqual([
    "Warning: this can't be deployed: cors is set, and the collector is on. Turn one of them off before you deploy.",
  ]);
  expect([...listLines("on", false), ...listLines("off", true)]).toEqual([]);
});

it("offers no admin token, and no chart, without a key", () => {
  expect(composeGreeting({ url, settings, publicKey: " ", hasCharts })).not.toMatch(/ADMIN_TOKEN|npm run/);
});

it("names the commands for charts only where they are", () => {
  const service = { url, settings, publicKey: "development-public-key", listeningId: "id" };
  const listCommands = (hasCharts: boolean) =>
    composeGreeting({ ...service, hasCharts }).match(/^ {2}npm run charts -- .*$/gm) ?? [];
  expect(listCommands(true)).toHaveLength(3);
  expect(listCommands(false)).toEqual([]);
});
