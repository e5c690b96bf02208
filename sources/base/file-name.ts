/** Returns the last part of a path, whichever slashes it has: `youtube/On tides.zip` -> `On tides.zip`. */
export function getFileName(path: string): string {
  const parts = path.split(/[\\/]/);
  return parts.findLast((part) => part !== "") ?? "";
}

/** Removes the extension from a name: `On tides.zip` -> `On tides`. A name that begins with its only dot has none. */
export function removeExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
