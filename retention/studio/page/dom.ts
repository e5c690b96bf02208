/** Finds an element that the page has. @throws Error if it has none */
export function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${selector}.`);
}

/** Creates an element with properties, and with children of which texts stay text. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Fills a part of the page anew. The element of the same id has the focus again that had it before. */
export function keepFocus(part: Element, fill: () => void): void {
  const id = part.contains(document.activeElement) ? document.activeElement?.id : undefined;
  fill();
  if (id) document.getElementById(id)?.focus();
}
