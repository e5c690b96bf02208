/** Decodes what is percent-encoded (RFC 3986, section 2.1). A text that is not stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
