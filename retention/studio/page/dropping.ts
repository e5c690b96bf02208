import { findDragged, isOfFile } from "../../report/page/dragged.ts";
import { collectDropped, type Drop } from "./collect.ts";
import type { Client } from "./worker-client.ts";

/** Milliseconds without a word of files that are dragged over the page, after which they have left: browsers tell it each half second. */
const GONE = 1_000;

/** What the report in the frame says: of files that are over it, with names of folders, or whether the host reads sponsors' spots. */
type OfReport =
  | { readonly kind: "dragged" | "dropped"; readonly files: readonly File[]; readonly folders: readonly string[] }
  | { readonly kind: "answered"; readonly isHostRead: boolean };

/** Takes files that are dropped anywhere, the report included, which would open them, as it would a link. While they are dragged, the page says so. */
export function watchDrops(frame: HTMLIFrameElement, take: (collected: Drop) => void, client: Client): void {
  const { classList } = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => classList.remove("is-dragged");
  const show = () => {
    classList.add("is-dragged");
    clearTimeout(timer);
    timer = setTimeout(hide, GONE);
  };
  for (const type of ["dragenter", "dragover"] as const)
    addEventListener(type, (event) => {
      const dragged = findDragged(event);
      if (!dragged) return;
      event.preventDefault();
      if (dragged === "files") show();
    });
  addEventListener("drop", async (event) => {
    const dragged = findDragged(event);
    if (!dragged) return;
    event.preventDefault();
    hide();
    if (dragged === "files" || isOfFile(event)) take(await collectDropped(event.dataTransfer));
  });
  addEventListener("message", ({ data, source }: MessageEvent<OfReport>) => {
    if (source !== frame.contentWindow) return;
    if (data.kind === "answered") client.tell(data);
    else if (data.kind === "dragged") show();
    else {
      hide();
      take({ files: data.files.map((file) => ({ name: file.name, file })), unread: data.folders });
    }
  });
}
