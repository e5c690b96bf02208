import { describe } from "vitest";
import { describeEngine } from "../../../tests/player/engines/engine.ts";
import { describePages } from "./pages.ts";
import { describeStudio } from "./studio.ts";

describeEngine("Chromium", (getEngine) => {
  describe("pages", () => describePages(getEngine));
  describe("the studio", () => describeStudio(getEngine));
});
