/** A browser with one visible tab, by the few actions that all engines have in common. */
export interface Engine {
  /** What pages complained of so far: errors and warnings on the console, and what they did not catch. */
  readonly complaints: string[];
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page. Returns what it returns, which JSON can hold. */
  run<Result>(body: string): Promise<Result>;
  /** Presses a key by its name in `KeyboardEvent.key`. */
  press(key: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Closes the tab, and opens another one. */
  closeTab(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** Composes an expression, whose value is a promise, of the body of an async function. */
export const composeCall = (body: string) => `(async () => { ${body} })()`;
