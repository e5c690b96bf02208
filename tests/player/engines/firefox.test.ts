import { describeEngine } from "./engine.ts";
import { describePlayer } from "./player.ts";

describeEngine("Firefox", (getEngine) => describePlayer(getEngine, 10_800));
