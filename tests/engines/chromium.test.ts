import { describeEngine } from "./engine.ts";

describeEngine("Chromium", 1_380);
