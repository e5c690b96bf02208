/**
 * Says what is dragged over the page and would be opened in its place. Text is none of it, nor is a link over a field.
 * WebKitGTK shows files as links (https://bugs.webkit.org/show_bug.cgi?id=323277).
 */
export function findDragged({ dataTransfer, target }: DragEvent): "files" | "link" | undefined {
  const types = dataTransfer?.types;
  if (types?.includes("Files") !== false) return "files";
  const isInField = target instanceof HTMLInputElement && target.type !== "file";
  return types.includes("text/uri-list") && !isInField ? "link" : undefined;
}

/** Whether a link that was dropped stands for a file. */
export function isOfFile({ dataTransfer }: DragEvent): boolean {
  return /[">]file:\/\//.test(dataTransfer?.getData("text/html") ?? "");
}
