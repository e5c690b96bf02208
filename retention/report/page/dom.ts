/** Returns an element that the page always has. */
export function find<T extends Element>(selector: string, type: new () => T, parent: ParentNode = document): T {
  const element = parent.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`The page has no element ${selector}.`);
}

/** Creates an element with text or other elements in it. Text is never parsed as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}

/** Creates the head and the body of a table. The first cell of each row is its name. */
export function makeTable(heads: readonly Node[], rows: readonly HTMLElement[]): HTMLElement[] {
  return [make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)];
}

/** Creates an element of a drawing. */
export function draw(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...content: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  element.append(...content);
  return element;
}

/** Offers data as a file to save. */
export function saveAs(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  make("a", { href: url, download: name }).click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
