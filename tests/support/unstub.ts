import { vi } from "vitest";

// What the last test file in this thread has left.
vi.unstubAllEnvs();
vi.useRealTimers();
