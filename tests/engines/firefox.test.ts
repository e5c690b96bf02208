import { describeEngine } from "./engine.ts";

describeEngine("Firefox", 10_800);
