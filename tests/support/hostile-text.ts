/** Clears the screen, turns text red, sets the title, rings, adds a row, changes the writing direction, and deletes. */
export const HOSTILE = "x\u001b[2J\u009b31m\u001b]0;title\u0007\r\nok    all is well\u202e\u2066\u007f\u0000";

/** The same as a terminal may get it. */
export const SHOWN = "x\uFFFD[2J\uFFFD31m\uFFFD]0;title\uFFFD\uFFFD\uFFFDok    all is well\uFFFD\uFFFD\uFFFD\uFFFD";

/** Matches what no terminal may get. */
export const CONTROLS = /[^\P{Cc}\n]|\p{Bidi_Control}/u;
