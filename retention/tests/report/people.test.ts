import { describe, expect, it } from "vitest";
import { countPeople, describePeople } from "../../report/episode/people.ts";
import { selectColumns } from "../../report/show/columns.ts";
import { OTHERS, simulate, tellFindings } from "./measured.ts";

const counted = (listeners: number, last5percent: number, more: object = {}) => {
  return { kind: "peak", listeners, step: 100 / listeners, figures: { average: 60, last5percent }, ...more } as const;
};
const usual = [340, 350, 360, 370, 380].map((listeners) => counted(listeners, 50));

describe("the people of an episode", () => {
  it("are those who are there at the end, beside the usual", () => {
    expect(countPeople(counted(1_840, 24), usual)).toEqual({
      audience: 1_840,
      atEnd: 442,
      usual: { audience: 360, atEnd: 180 },
    });
  });

  it("have no usual of fewer than five", () => {
    expect(countPeople(counted(100, 50), usual.slice(1))).toEqual({ audience: 100, atEnd: 50 });
  });

  it("have no usual where fewer than five others are counted at the same place", () => {
    const { listeners: _, ...unknown } = counted(350, 50);
    expect(countPeople(counted(100, 50), [...usual.slice(1), unknown])?.usual).toBeUndefined();
    const reach = (credits: number) => ({ figures: { average: 60, last5percent: 50, credits } });
    const others = usual.map((other) => ({ ...other, ...reach(60) }));
    const episode = counted(100, 50, reach(70));
    expect(countPeople(episode, others)).toEqual({ audience: 100, atEnd: 70, usual: { audience: 360, atEnd: 216 } });
    expect(countPeople(episode, [...others.slice(1), ...usual])?.usual).toBeUndefined();
  });

  it.each([
    ["plays", counted(300, 50, { kind: "plays" })],
    ["nobody knows how many", { ...counted(300, 50), listeners: undefined }],
    ["more are still to come", counted(300, 50, { youth: { days: 1 } })],
  ])("are not counted of %s", (_, { listeners, ...episode }) => {
    expect(countPeople({ ...episode, ...(listeners !== undefined && { listeners }) }, usual)).toBeUndefined();
  });

  const describeAudience = (audience: number, atEnd: number) =>
    describePeople({ audience, atEnd, usual: { audience: 360, atEnd: 180 } }, "last5percent");

  it.each([
    [1_840, 442, "5.1 times the usual (1,840 listeners, usually 360): 442"],
    [150, 70, "42\u00a0% of the usual (150 listeners, usually 360): 70"],
    [3_600, 900, "10 times the usual (3,600 listeners, usually 360): 900"],
  ])("are said of an audience of unusual size: %i", (audience, atEnd, text) => {
    const said = `Its audience is ${text} reach the last 5\u00a0%, usually 180.`;
    expect(describeAudience(audience, atEnd)).toBe(said);
  });

  it("are not said of one from half to twice the usual", () => {
    expect([describeAudience(720, 300), describeAudience(180, 90)]).toEqual(["", ""]);
  });

  it("are in the summary and in a column", () => {
    const { people, summary, ...findings } = tellFindings(simulate(50, [], { listeners: 1_600 }), OTHERS);
    expect(summary).toMatch(/^No moment stands out\. Its audience is (3\.[89]|4\.\d) times the usual /);
    const episode = { guid: "g", title: "t", duration: 1, kind: "peak", profile: "", curve: "" } as const;
    const shown = { ...episode, ...findings, ...(people && { people }), chapters: [] };
    const column = selectColumns([shown]).find(({ key }) => key === "people");
    expect(column?.format(shown)).toBe(people?.atEnd.toLocaleString("en"));
  });
});
