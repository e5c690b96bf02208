/** Makes the fragment of a heading as GitHub does. */
export const toFragment = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
