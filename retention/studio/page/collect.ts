import { isOfPeople } from "../system-files.ts";

/** A file, and its path in the folder that was dropped or chosen, or its name. */
export interface ChosenFile {
  readonly name: string;
  readonly file: File;
}

/** What was dropped, and the folders that the browser does not read. */
export interface Drop {
  readonly files: readonly ChosenFile[];
  readonly unread: readonly string[];
}

/** What drops have in Chromium alone (https://wicg.github.io/file-system-access/). */
interface Handle {
  readonly kind: "file" | "directory";
  readonly name: string;
  getFile(): Promise<File>;
  values(): AsyncIterable<Handle>;
}

interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<Handle | null>;
}

/** Collects what was dropped: files, and those in folders. Call it during the event. */
export async function collectDropped(data: DataTransfer | null): Promise<Drop> {
  const items: DroppedItem[] = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  // What was dropped is gone after the event, so that all is asked for at once.
  const dropped = items.map((item) => ({
    entry: item.webkitGetAsEntry?.() ?? undefined,
    file: item.getAsFile(),
    handle: item.getAsFileSystemHandle?.().catch(() => null),
  }));
  const files: ChosenFile[] = [];
  const unread: string[] = [];
  for (const { entry, file, handle } of dropped) {
    if (entry?.isDirectory) {
      const known = await handle;
      const inside = (await tryRead(readEntry(entry))) ?? (known && (await tryRead(readHandle(known, known.name))));
      if (inside) files.push(...inside);
      else unread.push(entry.name);
    } else if (file) files.push({ name: file.name, file });
  }
  return { files: files.filter(isOfPeople), unread };
}

/** Collects what was chosen in a dialog. */
export function collectChosen({ files }: HTMLInputElement): Drop {
  const chosen = [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  return { files: chosen.filter(isOfPeople), unread: [] };
}

/** Collects from a folder. Returns undefined if the browser can't read it, as Chromium by entries on a page from disk. */
async function tryRead(files: AsyncIterable<ChosenFile>): Promise<ChosenFile[] | undefined> {
  try {
    const read: ChosenFile[] = [];
    for await (const file of files) read.push(file);
    return read;
  } catch {
    return undefined;
  }
}

async function* readEntry(entry: FileSystemEntry): AsyncGenerator<ChosenFile> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    yield { name: entry.fullPath.replace(/^\//, ""), file };
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // A read gives at most a hundred.
      const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) return;
      for (const inside of entries) yield* readEntry(inside);
    }
  }
}

async function* readHandle(handle: Handle, name: string): AsyncGenerator<ChosenFile> {
  if (handle.kind === "file") yield { name, file: await handle.getFile() };
  else for await (const inside of handle.values()) yield* readHandle(inside, `${name}/${inside.name}`);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
