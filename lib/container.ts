/** What a container of a function keeps from one request to the next. */
interface Container {
  /** The warnings that it has logged. */
  warnings: Set<string>;
  /** The GUIDs of episodes that have an item, until `forgetAt`. */
  registered: Set<string>;
  /** The number of other episodes that the log has named, until `forgetAt`. */
  named: number;
  /** Milliseconds. */
  forgetAt: number;
  salt: { readonly window: string; readonly value: Promise<Uint8Array> } | undefined;
}

const createContainer = (): Container => ({
  warnings: new Set(),
  registered: new Set(),
  named: 0,
  forgetAt: 0,
  salt: undefined,
});

export const container = createContainer();

/** Forgets all, as a new container does. For tests. */
export function emptyContainer(): void {
  Object.assign(container, createContainer());
}
