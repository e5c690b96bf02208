import { showMessage } from "./tray.ts";

/** Copies the page's URL, which holds the choice of episodes, and says what it is good for. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    const isFile = location.protocol === "file:";
    showMessage(
      isFile
        ? "Copied. The link works on this computer. To share it, send the file, and the part of the link from # on."
        : "Copied the link.",
    );
  } catch {
    showMessage(`The link can't be copied here. It is the page's address: ${location.href}`);
  }
}
