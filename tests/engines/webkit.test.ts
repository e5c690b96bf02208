import { describeEngine } from "./engine.ts";

describeEngine("WebKit", 1_380);
