import sax from "sax";

const windows1252 = new TextDecoder("windows-1252");

/** Decodes the entities of XML and HTML in a text, once. Markup stays text, as does what is no entity. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  let decoded = "";
  const parser = sax.parser(false);
  parser.ontext = (part) => {
    decoded += part;
  };
  parser.onerror = () => void parser.resume();
  // The space ends what looks like an entity, and is none.
  parser.write(`<t>${text.replaceAll("<", "&lt;")} </t>`).close();
  return decoded.slice(0, -1).replaceAll(/[\u0080-\u009f]/g, decodeControl);
}

/** Programs number characters as Windows does, such as `&#146;`, and HTML reads them so (its "numeric character reference end state"). */
function decodeControl(control: string): string {
  return windows1252.decode(Uint8Array.of(control.charCodeAt(0)));
}
