import { describe, expect, it } from "vitest";
import { parseUrl } from "../../operate/shell/service.ts";

describe("a base URL", () => {
  it.each([
    ["localhost:4310", "Its scheme is missing. Write https://localhost:4310, or for a service on this machine http://"],
    ["ftp://localhost", "It must be an http or https URL, such as https://performance.example.com."],
    ["http:// ", "It must be an http or https URL, "],
  ])("of another scheme, or of none, is refused: %s", (url, text) => {
    expect(() => parseUrl(url)).toThrow(text);
  });

  it.each([
    ["a name", ["http://evil.test", "HTTP://EVIL.TEST", "http:evil.test"]],
    ["a name like localhost", ["http://localhost.evil.test", "http://foo.localhost", "http://localhost."]],
    ["a name like this machine's", ["http://127.0.0.1.evil.test", "http://evil.test\\.localhost"]],
    ["an address in the network", ["http://10.0.0.5:3000", "http://169.254.169.254", "http://[fe80::1]"]],
    [
      "an address beside this machine's",
      ["http://126.255.255.255", "http://128.0.0.1", "http://0.0.0.0", "http://[::]"],
    ],
    ["an address in another", ["http://[::ffff:10.0.0.5]", "http://[64:ff9b::7f00:1]"]],
  ])("over http that others can listen at is refused: %s", (_, urls) => {
    for (const url of urls)
      expect(() => parseUrl(url), url).toThrow(/^Over http, others could read the public key\. Write https, /);
  });

  it.each([
    ["a user", ["http://localhost@evil.test", "http://127.0.0.1:3000@evil.test", "https://user:password@example.com"]],
    ["a query", ["https://example.com?x=1", "http://localhost?@evil.test"]],
    ["a fragment", ["http://evil.test#@localhost"]],
  ])("with more than a host and a path is refused: %s", (_, urls) => {
    for (const url of urls)
      expect(() => parseUrl(url), url).toThrow("A base URL has no user name, password, query or fragment.");
  });

  it.each([
    ["HTTP://LOCALHOST:3000/", "http://localhost:3000"],
    ["http://ｌｏｃａｌｈｏｓｔ", "http://localhost"],
    ["http://127.1:3000", "http://127.0.0.1:3000"],
    ["http://127.255.255.254", "http://127.255.255.254"],
    ["http://2130706433", "http://127.0.0.1"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["http://[::ffff:127.0.0.1]", "http://[::ffff:7f00:1]"],
    ["https://example.com?", "https://example.com"],
    ["https://Performance.example.com:8443/prod//", "https://performance.example.com:8443/prod"],
  ])("of this machine, or over https, is taken: %s", (text, url) => {
    expect(parseUrl(text)).toBe(url);
  });
});
