const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Formats JSON for a script element. Without "<", it can't end the element or open another (HTML, section 4.12.1.3).
 */
export function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
