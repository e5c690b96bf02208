import type { DroppedFile } from "../open-file.ts";

/** The files that systems put into folders on their own. */
const OF_SYSTEM = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/;

/** Collects what was dropped: files, and those in folders. Call it during the event. */
export async function collectDropped(data: DataTransfer | null): Promise<DroppedFile[]> {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
  const files: DroppedFile[] = [];
  for (const { entry, file } of found) {
    if (entry?.isDirectory) files.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
    else if (file) files.push({ name: file.name, file });
  }
  return files.filter(({ name }) => !OF_SYSTEM.test(name));
}

/** Collects what was chosen in a dialog. */
export function collectChosen({ files }: HTMLInputElement): DroppedFile[] {
  const chosen = [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  return chosen.filter(({ name }) => !OF_SYSTEM.test(name));
}

async function readFolder(folder: FileSystemDirectoryEntry): Promise<DroppedFile[]> {
  const reader = folder.createReader();
  const files: DroppedFile[] = [];
  for (;;) {
    // A read gives at most a hundred.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
      else {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        files.push({ name: entry.fullPath.replace(/^\//, ""), file });
      }
    }
  }
}
