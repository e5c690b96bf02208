import { afterAll, vi } from "vitest";

// What the last test file in this thread has left.
vi.unstubAllEnvs();
vi.useRealTimers();

// Or the next file would load its modules with the mutant of this one.
afterAll(() => {
  Object.assign(Reflect.get(globalThis, "__stryker__") ?? {}, { activeMutant: undefined });
});
