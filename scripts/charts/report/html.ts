const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, within elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** JSON for a script element: without "<", nothing in it can end that element or begin another (HTML, section 4.12.1.3). */
export function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
