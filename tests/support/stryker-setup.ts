import { afterAll } from "vitest";

// Or the next file would load its modules with the mutant of this one.
afterAll(() => {
  Object.assign(Reflect.get(globalThis, "__stryker__") ?? {}, { activeMutant: undefined });
});
