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

/** The keys of WebDriver that are no characters (WebDriver, section 17.4.2), by their names in `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  End: "\uE010",
  Home: "\uE011",
  ArrowRight: "\uE014",
};

/** What WebDriver, classic and BiDi alike, calls sources of actions. */
export type Actions = readonly {
  readonly type: "key" | "pointer";
  readonly id: string;
  readonly actions: readonly object[];
}[];

export function composePress(key: string): Actions {
  const value = KEYS[key] ?? key;
  return [
    {
      type: "key",
      id: "keyboard",
      actions: [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ],
    },
  ];
}

export function composeClick(x: number, y: number): Actions {
  const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
  const [press, release] = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  return [{ type: "pointer", id: "mouse", actions: [move, press, release] }];
}
