import { make } from "./dom.ts";

/** Offers data as a file to save. */
export function saveAs(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  make("a", { href: url, download: name }).click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
