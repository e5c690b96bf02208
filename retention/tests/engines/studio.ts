import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import axe from "axe-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/checkout.ts";
import type { Engine } from "../../../tests/support/engines/engine.ts";
import { useFolder } from "../../../tests/support/process.ts";
import { type Server, startServer } from "../../../tests/support/server.ts";
import type { Episode } from "../../report/episode/episode.ts";
import { drawPage } from "../../report/make/page.ts";
import { StudioSession } from "../../studio/session.ts";
import { HARS, makeFeed, makeTable } from "../studio/studio.ts";
import { createHar } from "../support/har.ts";
import { readScript } from "../support/report.ts";
import { PLANTED, SPOKEN_FILES } from "../support/transcripts.ts";
import { createZip } from "../support/zip.ts";

/** A file to drop. */
interface File {
  readonly name: string;
  readonly content: Uint8Array;
}

const utf8 = (name: string, text: string): File => ({ name, content: Buffer.from(text) });

const readHar = (name: string): File => ({ name, content: readFileSync(join(HARS, name)) });

const FEED = utf8("feed.xml", makeFeed());
const SPOTIFY = readHar("chrome-spotify.har");
const NEW_FILES = [readHar("firefox-apple.har"), utf8("final v2.csv", makeTable(20))];
const FILES: readonly File[] = [FEED, SPOTIFY, ...NEW_FILES];

/** Begins the session of a studio with files, in Node.js. retention/tests/studio/beside-command.test.ts holds it against the command. */
async function beginSession(files: readonly File[]): Promise<StudioSession> {
  const session = new StudioSession();
  await session.add(files.map(({ name, content }) => ({ name, file: new Blob([Uint8Array.from(content)]) })));
  return session;
}

const UNBUNDLED = { script: "", style: "", hashes: { guard: "", script: "", style: "" } };

/** Eleven episodes, and tables that are called almost as they are. */
const SUBJECTS = ["ebb", "flood", "neap", "spring", "slack", "bore", "surge", "drift", "swell", "calm", "wake"];
const TWELVE = utf8(
  "twelve.xml",
  makeFeed([...SUBJECTS.map((subject, index) => `Ep. ${index + 1} – The ${subject}`), "Fog"]),
);
const TABLES = SUBJECTS.map((subject, index) => utf8(`#${index + 1} the ${subject}.csv`, makeTable(30 + index)));
const FOG = utf8("Fog.csv", makeTable());

/** What people drop by mistake, and how the page calls it. */
const MISTAKES: readonly (readonly [file: File, told: string])[] = [
  [{ name: "IMG_1.jpg", content: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) }, "It is a picture."],
  [utf8("ep 1.mp3", "ID3 "), "It is a recording."],
  [utf8("kit.pdf", "%PDF-1.7"), "It is a PDF"],
  [utf8("plays.csv", "Date,Plays\n2026-01-01,12\n"), "how many listened, and not where they left"],
  [utf8("twelve.xml", "<!doctype html><title>Sign in</title><input type=password>"), "It is a page to sign in"],
  [utf8("shop.har", createHar({ url: "https://shop.example/cart", content: {} })), "It was recorded on shop.example."],
];

/** Keeps what the page offers to save, in place of saving it. */
const KEEP_SAVED = `
  window.blobs = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => { const url = create.call(URL, blob); blobs.set(url, blob); return url; };
  HTMLAnchorElement.prototype.click = function () { window.saved = blobs.get(this.href); };
`;

/** Sends packets to a STUN server (RFC 8489), which no engine's policy refuses: none tried knows the directive webrtc. */
const composeStun = (port: number) => `
  const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });
  peer.createDataChannel("x");
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
`;

/** Ways to send something, all of which the page's policy has to refuse. */
const SENDS = `
  const tries = [
    () => fetch(url + "fetch"),
    () => { navigator.sendBeacon(url + "beacon", "x"); },
    () => { new Image().src = url + "image"; },
    () => { const style = document.createElement("style"); style.textContent = "body{background:url(" + url + "css)}"; document.head.append(style); },
    () => { document.body.style.backgroundImage = "url(" + url + "inline)"; },
    () => { const face = new FontFace("x", "url(" + url + "font)"); document.fonts.add(face); return face.load(); },
    () => { const frame = document.createElement("iframe"); frame.src = url + "frame"; document.body.append(frame); },
    ...["prefetch", "preload", "stylesheet", "icon", "modulepreload"].map((rel) => () => {
      const link = Object.assign(document.createElement("link"), { rel, as: "image", href: url + rel });
      document.head.append(link);
    }),
    () => { const form = Object.assign(document.createElement("form"), { action: url + "form", method: "post", target: "none" }); document.body.append(form); form.submit(); },
    () => { const media = document.createElement("audio"); media.src = url + "audio"; media.load(); },
    () => { const object = document.createElement("object"); object.data = url + "object"; document.body.append(object); },
    () => { new WebSocket(url.replace("http", "ws") + "socket"); },
    () => { new EventSource(url + "events"); },
    () => { new Worker(url + "worker.js"); },
    () => { const script = document.createElement("script"); script.src = url + "script"; document.head.append(script); },
    () => { const script = document.createElement("script"); script.textContent = own; document.head.append(script); },
    () => { const image = new Image(); image.setAttribute("onerror", own); image.src = "data:,"; document.body.append(image); },
    () => { document.body.insertAdjacentHTML("beforeend", "<img src=" + url + "markup onerror=window.ran=1>"); },
    () => { const frame = document.createElement("iframe"); frame.srcdoc = "<script>" + own + "</script>"; document.body.append(frame); },
    () => {
      const frame = document.createElement("iframe");
      frame.src = URL.createObjectURL(new Blob(["<script>" + own + "</script>"], { type: "text/html" }));
      document.body.append(frame);
    },
    () => { const link = Object.assign(document.createElement("a"), { href: "javascript:" + own }); document.body.append(link); link.dispatchEvent(new MouseEvent("click")); },
    () => setTimeout(own),
  ];
  for (const attempt of tries) try { await Promise.race([attempt(), new Promise((resolve) => setTimeout(resolve, 50))]); } catch {}
  await new Promise((resolve) => setTimeout(resolve, 500));
  return window.ran === undefined;
`;

const SINCE = '<section class="since">';

const readSince = (page: string) => page.slice(page.indexOf(SINCE), page.indexOf("</section>", page.indexOf(SINCE)));

/** Uses docs/studio.html from disk as a podcaster does. @param getEngine the engine, once it has started */
export function describeStudio(getEngine: () => Engine): void {
  const save = useFolder();
  const asked: (string | undefined)[] = [];
  const stun = createSocket("udp4").on("message", () => asked.push("STUN"));
  let engine: Engine;
  let server: Server;
  beforeAll(async () => {
    server = await startServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await once(stun.bind(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.stop();
    stun.close();
  });
  beforeEach(open);

  async function open(): Promise<void> {
    engine = getEngine();
    await engine.goto("about:blank");
    const page = save("studio.html", readFileSync(join(ROOT, "retention/docs/studio.html")));
    await engine.goto(pathToFileURL(page).href);
    await engine.run(KEEP_SAVED);
    engine.complaints.length = 0;
  }

  const read = <Value>(expression: string) => engine.run<Value>(`return ${expression};`);
  const expectValue = (expression: string) => expect.poll(() => read(expression), { message: expression });
  const BUSY = "document.querySelector('main').ariaBusy";
  /** What the page lists as there: `Feed 3 episodes, Spotify 3 matched`. */
  const STEPS = `[...document.querySelectorAll(".checklist li")].map((step) => step.textContent.slice(1)).join(", ")`;
  const click = (selector: string) => engine.run(`document.querySelector("${selector}").click();`);
  const IS_REPORT = "document.querySelector('iframe').checkVisibility()";
  const isAt = (selector: string) => `document.activeElement.matches("${selector}")`;
  /** As Enter does: Firefox without a window, which has no focus, sends keys to a button and does nothing then. */
  const pressFocused = () => engine.run("document.activeElement.click();");
  const expectQuiet = () => expect(engine.complaints).toEqual([]);

  /** Chooses files as the dialog does. */
  async function choose(files: readonly File[]): Promise<void> {
    const all = files.map(({ name, content }) => [name, Buffer.from(content).toString("base64")]);
    await engine.run(`
      const transfer = new DataTransfer();
      for (const [name, base64] of ${JSON.stringify(all)})
        transfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name));
      document.querySelector("main").ariaBusy = "true";
      const input = document.querySelector("input[type=file]");
      input.files = transfer.files;
      input.dispatchEvent(new Event("change"));
    `);
    await expectValue(BUSY).toBe("false");
  }

  /** Chooses the episode of the table, which names none. */
  async function chooseEpisode(title: string): Promise<void> {
    await engine.run(`
      const field = document.querySelector(".choices > .nameless input");
      field.value = "${title}";
      field.dispatchEvent(new Event("change"));
    `);
  }

  async function saveReport(): Promise<string> {
    await click(".save");
    await expectValue("window.saved?.size > 0").toBe(true);
    return engine.run("return saved.text();");
  }

  function parseCurves(lines: string): unknown[] {
    return lines
      .split("\n")
      .slice(0, -1)
      .map((line) => ({ ...JSON.parse(line), updatedAt: undefined }));
  }

  describe("docs/studio.html", () => {
    it("makes the report, and saves the exact points that Node.js reads", async () => {
      await choose(FILES);
      expect(await read("document.querySelector('.next').textContent")).toBe("Choose 1 episode");
      await chooseEpisode("Tide 1");
      await expectValue(STEPS).toMatch(/YouTube 1 matched/);
      // With nothing left to choose, the report opens by itself.
      await expectValue("document.querySelector('iframe').checkVisibility()").toBe(true);
      const page = await saveReport();
      // The frame is of another origin, so that only what it complains of is known.
      expectQuiet();
      const { gzip } = readScript<{ readonly gzip: string }>(page, "studio");
      const text = gunzipSync(Buffer.from(gzip, "base64")).toString();
      const session = await beginSession(FILES);
      await session.choose("final v2", "urn:example:tides-1");
      expect(parseCurves(text.slice(text.indexOf("\n") + 1))).toEqual(parseCurves(session.keep().lines));
      expect(page).not.toContain("planted-secret");
      expect(text).not.toContain("planted-secret");
      expect(await read<string>("document.body.outerHTML + location.href")).not.toContain("planted-secret");
      await engine.goto(pathToFileURL(save("saved.html", page)).href);
      await expectValue("document.documentElement.classList.contains('is-drawn')").toBe(true);
      expect(await read("document.querySelector('h1').textContent")).toBe("On tides");
      expectQuiet();
    });

    it("goes from the example to one's own report, and past each mistake, which it calls by its name", async () => {
      await click(".example");
      await expectValue(IS_REPORT).toBe(true);
      await click(".next");
      await choose([TWELVE, { name: "Downloads.zip", content: createZip(...TABLES.slice(0, 6)) }]);
      await expectValue(STEPS).toMatch(/^Feed 12 episodes, .*YouTube 0 matched, 6 to choose$/);
      await click(".accept-all");
      await expectValue(isAt("iframe")).toBe(true);
      await choose(MISTAKES.map(([file]) => file));
      await expectValue(IS_REPORT).toBe(false);
      const told = await read<string>(
        "[...document.querySelectorAll('.refused')].map((one) => one.textContent).join()",
      );
      for (const [, name] of MISTAKES) expect(told).toContain(name);
      expect(await read(STEPS)).toMatch(/^Feed 12 episodes, .*YouTube 6 matched$/);
      await engine.run("document.querySelector('.remove-all').focus()");
      await pressFocused();
      await expectValue("document.querySelector('.unneeded').hidden").toBe(true);
      expect(await read(isAt("body"))).toBe(false);
      expectQuiet();
    });

    it("is used by keyboard: 12 stops at most from the files to the report, and Enter goes to the next open choice", async () => {
      await choose([TWELVE, FOG, ...TABLES]);
      await expectValue("document.querySelector('.next').textContent").toBe("Choose 11 episodes");
      await engine.run("document.querySelector('.choose-files').focus()");
      const stops: unknown[] = [];
      while (stops.length < 13 && !(await read(isAt(".to-report")))) {
        await engine.press("Tab");
        stops.push(await read(isAt("body")));
      }
      expect(stops.length).toBeLessThanOrEqual(12);
      expect(stops).not.toContain(true);
      await engine.run("document.querySelector('.accept-all').focus()");
      await engine.press("Tab");
      await pressFocused();
      await expectValue("document.querySelector('.next').textContent").toBe("Choose 10 episodes");
      await expectValue(isAt(".is-open .yes")).toBe(true);
    });

    it("takes what is typed by one Enter, also while the engine lists titles, and goes to the next open choice", async () => {
      await choose([TWELVE, utf8("final v1.csv", makeTable()), utf8("final v2.csv", makeTable())]);
      await engine.run("document.querySelector('.is-open input').focus()");
      for (const key of ["c", "a", "l", "m"]) await engine.press(key);
      await engine.press("Enter");
      await expectValue("document.querySelector('.next').textContent").toBe("Choose 1 episode");
      await expectValue(isAt(".is-open input")).toBe(true);
      expectQuiet();
    });

    it("takes last month's report for saved, and asks before another show is added", async () => {
      await choose([FEED, SPOTIFY]);
      const last = utf8("last.html", await saveReport());
      await open();
      await choose([last]);
      await expectValue(IS_REPORT).toBe(true);
      expect(await read("document.querySelector('.saved').textContent")).toBe("");
      await choose([utf8("twelve.xml", TWELVE.content.toString().replaceAll(/On tides|tides-/g, "winds"))]);
      await expectValue("document.querySelector('#mixed').textContent").toBe(
        "The new files are of another show. Mix “On tides” and “winds”?",
      );
      expect(await read(isAt(".leave-out"))).toBe(true);
      await pressFocused();
      await expectValue("document.querySelector('.mixed').hidden").toBe(true);
      expect(await read(isAt("body"))).toBe(false);
      expect(await read(STEPS)).toMatch(/^Feed 2 episodes, Spotify 2 matched/);
      expectQuiet();
    });

    it("says what has changed since a saved report, as Node.js computes it", async () => {
      await choose([FEED, SPOTIFY]);
      const last = utf8("last.html", await saveReport());
      expect(last.content.toString()).not.toContain(SINCE);
      await open();
      const files = [last, FEED, ...NEW_FILES];
      await choose(files);
      await chooseEpisode("Tide 1");
      await expectValue(STEPS).toMatch(/YouTube 1 matched/);
      const page = await saveReport();
      const session = await beginSession(files);
      await session.choose("final v2", "urn:example:tides-1");
      const { heading, report, changes } = await session.computeReport();
      const ofNode = readSince([...drawPage(heading, report, UNBUNDLED, changes)].join(""));
      expect(ofNode).toContain("<li>");
      expect(readSince(page)).toBe(ofNode);
    });

    it("quotes what is said at a moment, from transcripts of four formats, as Node.js reads them", async () => {
      const files = Object.entries(SPOKEN_FILES).map(([name, text]) => utf8(name, text));
      await choose(files);
      const moments = ({ guid, insights }: Episode) => [guid, insights.moments];
      const ofPage = readScript<Episode[]>(await saveReport(), "data").map(moments);
      const { report } = await (await beginSession(files)).computeReport();
      expect(ofPage).toEqual(JSON.parse(JSON.stringify(report.episodes.map(moments))));
      expect(ofPage).toHaveLength(4);
      for (const [, told] of ofPage) expect(JSON.stringify(told)).toContain(PLANTED);
      expectQuiet();
    });

    it("reads a folder that is dropped, and folders in it, but not what systems put there", async () => {
      // No engine's protocol drops files of the system: the entries are as in https://wicg.github.io/entries-api/, at most a hundred a read.
      const files = Array.from({ length: 250 }, (_, index) => [
        `show/youtube/video ${index}.csv`,
        makeTable(index % 90),
      ]);
      const titles = files.map((_, index) => `Video ${index}`);
      const all = [...files, ["show/feed.xml", makeFeed(titles)], ["show/.DS_Store", "x"]];
      await engine.run(`
        const files = ${JSON.stringify(all)};
        const toFile = ([path, text]) => ({
          isFile: true, isDirectory: false, fullPath: "/" + path,
          file: (resolve) => resolve(new File([text], path.split("/").at(-1))),
        });
        const toFolder = (path) => {
          const inside = files.filter(([name]) => name.startsWith(path + "/"));
          const own = inside.filter(([name]) => !name.slice(path.length + 1).includes("/")).map(toFile);
          const folders = new Set(inside.map(([name]) => name.slice(path.length + 1).split("/")).filter(({ length }) => length > 1).map(([name]) => name));
          const entries = [...own, ...[...folders].map((name) => toFolder(path + "/" + name))];
          return {
            isFile: false, isDirectory: true, name: path.split("/").at(-1),
            createReader: () => ({ readEntries: (resolve) => resolve(entries.splice(0, 100)) }),
          };
        };
        const item = { kind: "file", webkitGetAsEntry: () => toFolder("show"), getAsFile: () => null };
        dispatchEvent(Object.assign(new Event("drop"), { dataTransfer: { items: [item] } }));
      `);
      await expectValue(STEPS).toMatch(/^Feed 250 episodes, .*YouTube 250 matched$/);
      expect(await read("document.querySelectorAll('.files > li').length")).toBe(251);
    });

    it("sends nothing, whatever runs in it, and whatever is in a file", async () => {
      asked.length = 0;
      const url = `${server.url}/`;
      const evil = `<img src="${url}title" onerror="window.ran=1"><script>new Image().src="${url}injected"</script>`;
      const page = `<!doctype html><link rel="stylesheet" href="${url}dropped"><script>fetch("${url}page")</script><img src="${url}picture">`;
      const feed = makeFeed([evil]).replace("</item>", `<enclosure url="${url}audio.mp3"/></item>`);
      await choose([utf8("feed.xml", feed), utf8("page.html", page), utf8("x.csv", makeTable())]);
      await chooseEpisode("img");
      await expectValue(STEPS).toMatch(/YouTube 1 matched/);
      await expectValue("document.querySelector('iframe').checkVisibility()").toBe(true);
      const own = `window.ran = 1; new Image().src = "${url}own"; ${composeStun(stun.address().port)}`;
      expect(await engine.run(`const url = "${url}"; const own = ${JSON.stringify(own)}; ${SENDS}`)).toBe(true);
      await engine.run(`try { ${composeStun(stun.address().port)} } catch {}`);
      await engine.run("await new Promise((resolve) => setTimeout(resolve, 500));");
      expect(asked).toEqual([]);
      // What this test would see: the same script in a page without a policy. WebKit is built without WebRTC.
      await engine.goto(
        pathToFileURL(save("open.html", `<!doctype html><title>Open</title><script>${own}</script>`)).href,
      );
      const hasRtc = await read("typeof RTCPeerConnection === 'function'");
      await expect.poll(() => [...new Set(asked)].sort()).toEqual(hasRtc ? ["/own", "STUN"] : ["/own"]);
    });

    it("has no WebRTC, and nor has the report", async () => {
      const list = () => read("Object.getOwnPropertyNames(window).filter((name) => name.includes('RTC'))");
      expect(await list()).toEqual([]);
      await choose([FEED, SPOTIFY]);
      await engine.goto(pathToFileURL(save("saved.html", await saveReport())).href);
      expect(await list()).toEqual([]);
      expectQuiet();
    });

    it("never scrolls sideways", async () => {
      const over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      const found: unknown[] = [];
      for (let width = 480; width <= 1_280; width += 40) {
        await engine.resize(width, 900);
        if ((await read<number>(over)) > 0) found.push(width);
      }
      await engine.resize(1_280, 900);
      expect(found).toEqual([]);
    });

    it("has no violation that axe finds", async () => {
      await choose([...FILES, utf8("blanks.csv", "guid,time,count\nurn:1,0,3\n")]);
      await engine.run(axe.source);
      expect(
        await engine.run(
          "return (await axe.run({ iframes: false })).violations.map(({ id, nodes }) => [id, nodes[0].html]);",
        ),
      ).toEqual([]);
    });
  });
}
