import { expect, it } from "vitest";
import { EventsError, parseEvents, playsAfter } from "../../lib/listening-events.ts";

it("an event is one of four, and the episode plays on after two of them", () => {
  const events = ["play", "pause", "seek", "ended"].map((event) => ({ time: 1, event }));
  expect(parseEvents(events, "data")).toBe(events);
  expect(events.map(playsAfter)).toEqual([true, false, true, false]);
});

it.each(["stop", "", 7, undefined, null, ["play"]])("an event can't be %j", (event) => {
  expect(() => parseEvents([{ time: 1, event }], "data")).toThrow(EventsError);
  expect(() => parseEvents([{ time: 1, event }], "data")).toThrow(
    /^data\[0\]\.event (must be|is missing\. It must be) one of play, pause, seek, ended/,
  );
});
