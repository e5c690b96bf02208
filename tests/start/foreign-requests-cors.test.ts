import { expect, it } from "vitest";
import { refuseForeignRequests } from "../../local/foreign-requests.ts";
import { startServer } from "../support/server.ts";

it("lets in the origins of the parameter cors, and no others, and leaves the headers to serverless-offline", async () => {
  const { url, stop } = await startServer((request, response) => response.end(String(request.headers.origin)));
  refuseForeignRequests({ allowedOrigins: ["https://site.example"] }, Number(new URL(url).port));
  const sites = ["https://site.example", "https://other.example"];
  const answers = sites.map(async (origin) => {
    const response = await fetch(url, { headers: { origin, "sec-fetch-site": "cross-site" } });
    return [response.status, await response.text()];
  });
  expect(await Promise.all(answers)).toEqual([
    [200, "https://site.example"],
    [403, expect.stringContaining("cors")],
  ]);
  stop();
});
