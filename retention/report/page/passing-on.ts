import { findDragged, isOfFile } from "./dragged.ts";

/**
 * Tells the page around a report of files that are dragged over it, and passes on what is dropped: a browser would open the files.
 * That page, charts -- studio, checks what it is told.
 */
export function passFilesOn(): void {
  for (const type of ["dragenter", "dragover", "drop"] as const)
    addEventListener(type, (event) => {
      const dragged = findDragged(event);
      if (!dragged) return;
      event.preventDefault();
      if (dragged === "link" && !(type === "drop" && isOfFile(event))) return;
      const { items = [] } = event.dataTransfer ?? {};
      const dropped = type === "drop" ? [...items].filter(({ kind }) => kind === "file") : [];
      const entries = dropped.map((item) => ({ folder: findFolder(item), file: item.getAsFile() ?? [] }));
      const files = entries.flatMap(({ folder, file }) => (folder === undefined ? file : []));
      const folders = entries.flatMap(({ folder = [] }) => folder);
      window.parent.postMessage({ kind: type === "drop" ? "dropped" : "dragged", files, folders }, "*");
    });
}

/** Returns the name of a folder, in which a page of another origin, as a report in a frame is, may not read. */
function findFolder(item: DataTransferItem): string | undefined {
  const entry = item.webkitGetAsEntry();
  return entry?.isDirectory ? entry.name : undefined;
}
