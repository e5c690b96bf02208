const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** What may stand in a template of markup. */
type MarkupPart = string | number | Markup | readonly MarkupPart[];

/** Markup of HTML, SVG or XML, or a part of it, in which no text is left that could be markup of its own. */
export class Markup {
  readonly #code: string;

  /** @param code trusted: it is not escaped */
  constructor(code: string) {
    this.#code = code;
  }

  toString(): string {
    return this.#code;
  }
}

/** Writes markup. Texts are escaped, for elements and quoted attributes; markup is not; a list stands without separators. */
export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: template }, ...parts.map(write)));
}

/** Writes each on a line of its own. */
export function joinLines(parts: readonly Markup[]): Markup {
  return new Markup(parts.join("\n"));
}

function write(part: MarkupPart): string {
  if (typeof part === "string") return part.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
  return Array.isArray(part) ? part.map(write).join("") : String(part);
}
