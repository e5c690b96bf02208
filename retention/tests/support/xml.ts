import sax from "sax";

/** @throws Error unless the text is well-formed XML */
export function requireXml(text: string): void {
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(text).close();
}
