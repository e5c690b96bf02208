/** What `npm test` leaves to `npm run test:rest`, by name: it needs other programs, or takes long. */
export const REST: Readonly<Record<string, string>> = {
  "three engines": "{tests/player,retention/tests}/engines/**/*.test.ts",
  "web players": "tests/player/players.test.ts",
  PHP: "tests/examples/php.test.ts",
  "npm start and invoke local by hand, and the service alone": "tests/{repository/alone,start/{running,start}}.test.ts",
  "other versions of npm and Node.js": "{tests/start/node-version,retention/tests/cli/npm}.test.ts",
  deployments: "tests/deploy/{stages,through-the-framework}.test.ts",
  "a move between two engines, and other runbooks": "retention/tests/charts/{move,runbooks}.test.ts",
  "limits and load": "{tests/contract/load,retention/tests/{import/{fitting-step,limits},register/many-items}}.test.ts",
  "the report in a browser, and for everybody (axe, colours, sizes)":
    "retention/tests/report/{page/*,curve/element}.test.ts",
  "the studio in a browser, beside the command, and at its limits":
    "retention/tests/studio/{beside-command,limits,page}.test.ts",
  rates: "retention/tests/report/{,show-change-}rates.test.ts",
  "the package": "retention/tests/package/**/*.test.ts",
};

/** Whether properties have all of their runs: with STRICT_TESTS, and by `npm run test:all`. */
export const LONG = Boolean(process.env.STRICT_TESTS || process.env.LONG);

/** Returns how many runs a property has: all, or a tenth. */
export function countRuns(all: number): number {
  return LONG ? all : Math.ceil(all / 10);
}
