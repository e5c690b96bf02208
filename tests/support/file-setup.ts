import { afterAll, expect, vi } from "vitest";
import { emptyContainer } from "../../lib/container.ts";
import { guardConsole, leaks } from "./log-guard.ts";

// What the file of tests before this one may have left, if it ran in the same process.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();
emptyContainer();

guardConsole();
afterAll(() => expect(leaks, "lines of the log that contain a secret").toEqual([]));

// A stage and tables of its own: what one file writes, no other finds.
Object.assign(process.env, await (await fetch(String(process.env.TEST_TABLES))).json());
