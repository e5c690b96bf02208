import { describeEngine } from "./engine.ts";
import { describePlayer } from "./player.ts";

describeEngine("WebKit", (getEngine) => describePlayer(getEngine, 1_380));
