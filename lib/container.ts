/** What a container of a function keeps from one request to the next. */
class Container {
  /** The warnings that it has logged. */
  readonly warnings = new Set<string>();
  /** The GUIDs of episodes that have an item, until `forgetAt`. */
  readonly registered = new Set<string>();
  /** The number of other episodes that the log has named, until `forgetAt`. */
  named = 0;
  /** Milliseconds. */
  forgetAt = 0;
  salt: { readonly window: string; readonly value: Promise<Uint8Array> } | undefined;
}

export const container = new Container();

/** Forgets all, as a new container does. For tests. */
export function emptyContainer(): void {
  Object.assign(container, new Container());
}
