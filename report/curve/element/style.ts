import { STYLE } from "../svg-style.ts";

const HOST_STYLE = `
  :host { display: block; max-width: 960px }
  figure { margin: 0; position: relative }
  figure:focus-visible { outline: 2px solid; outline-offset: 2px }
  svg { display: block; width: 100%; height: auto }
  .cross { stroke: currentColor; stroke-width: 1; visibility: hidden }
  output { display: block; min-height: 1.5em; font: 14px system-ui, sans-serif; font-variant-numeric: tabular-nums }
`;

/** Styles the element's shadow root. A page's Content-Security-Policy may forbid <style>, which is for Safari before 16.4. */
export function addStyle(root: ShadowRoot): void {
  const text = `${HOST_STYLE}${STYLE}`;
  if ("adoptedStyleSheets" in ShadowRoot.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } else {
    root.append(Object.assign(document.createElement("style"), { textContent: text }));
  }
}
