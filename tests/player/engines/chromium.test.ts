import { describeEngine } from "./engine.ts";
import { describePlayer } from "./player.ts";

describeEngine("Chromium", (getEngine) => describePlayer(getEngine, 1_380));
