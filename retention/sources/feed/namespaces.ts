/** The elements that feeds have from other vocabularies than RSS, and of which something is read, by usual prefix and name. */
const ELEMENTS: ReadonlySet<string> = new Set([
  "itunes:duration",
  "podcast:chapters",
  "podcast:guid",
  "psc:chapter",
  "psc:chapters",
  "atom:link",
]);

const LOCAL_NAMES = new Set([...ELEMENTS].map((name) => name.slice(name.indexOf(":") + 1)));

/** Their namespaces, as feeds write the URIs: in any case, of any version, or with the address of the documentation. */
const URIS: readonly (readonly [prefix: string, uri: RegExp])[] = [
  ["itunes", /itunes\.com\/dtds\/|\/dtds\/podcast-1\.0\.dtd$/i],
  ["podcast", /podcastindex\.org\/namespace\/|\/podcast-namespace\//i],
  ["psc", /podlove\.org\/simple-chapters/i],
  ["atom", /www\.w3\.org\/2005\/atom|purl\.org\/atom\//i],
];

/** Names that RSS has, too. */
const OF_RSS = new Set(["guid", "link"]);

/** The namespaces that the open elements of a document declare. sax resolves them in time that grows with the square of their number. */
export class Namespaces {
  /** By prefix; undefined of an element that declares none. */
  readonly #declared: (ReadonlyMap<string, string> | undefined)[] = [];

  /**
   * Opens an element, and names it by its namespace, whatever its prefix: `itunes:duration` for `<apple:duration>` and
   * `<duration xmlns="http://www.itunes.com/dtds/podcast-1.0.dtd">`. Where a feed declares no namespace, the usual prefix counts.
   */
  open(name: string, attributes: Readonly<Record<string, unknown>>): string {
    this.#declared.push(findDeclared(attributes));
    const local = name.slice(name.indexOf(":") + 1);
    if (!LOCAL_NAMES.has(local)) return name;
    const prefix = name.slice(0, Math.max(0, name.length - local.length - 1));
    const uri = this.#find(prefix);
    if (uri === undefined || uri === "") return name;
    const qualified = `${findUsualPrefix(uri)}:${local}`;
    const isOfRss = prefix === "" && OF_RSS.has(local) && attributes.xmlns === undefined;
    if (!isOfRss && ELEMENTS.has(qualified)) return qualified;
    return prefix === "" ? name : `{${uri}}${local}`;
  }

  /** Closes the element that was opened last. */
  close(): void {
    this.#declared.pop();
  }

  #find(prefix: string): string | undefined {
    return this.#declared.findLast((declared) => declared?.has(prefix))?.get(prefix);
  }
}

function findDeclared(attributes: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> | undefined {
  let declared: Map<string, string> | undefined;
  for (const name in attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    declared ??= new Map();
    declared.set(name.slice("xmlns:".length), `${attributes[name]}`.trim());
  }
  return declared;
}

function findUsualPrefix(uri: string): string | undefined {
  return URIS.find(([, pattern]) => pattern.test(uri))?.[0];
}
