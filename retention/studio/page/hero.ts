import { createRandom, simulateChart } from "../../report/demo/listeners.ts";

const DURATION = 2_400;
const SKIP = { from: 960, to: 1_050 };
const DROP = { from: 1_640, to: 1_665 };

const [WIDTH, LEFT, RIGHT, TOP, BOTTOM] = [440, 46, 430, 34, 206];
/** Seconds between two points of the drawing. */
const STEP = 15;
const MINUTES = [0, 10, 20, 30, 40];
const PERCENT = [100, 75, 50, 25, 0];

/**
 * Draws the curve of a made-up episode as the report does, with a passage that people skip and one where they leave. Returns it with
 * how many of a hundred listeners do so, as its axis has them.
 */
export function drawHero(): { readonly svg: string; readonly skipped: number; readonly left: number } {
  const { data } = simulateChart(
    {
      guid: "hero",
      duration: DURATION,
      listeners: 800,
      loyalty: 0.62,
      passages: [
        { kind: "leave", from: 5, to: 60, share: 0.08 },
        { kind: "skip", ...SKIP, share: 0.29 },
        { kind: "leave", ...DROP, share: 0.24 },
      ],
    },
    Math.round(1_000 * createRandom(7)()),
  );
  const points = data.filter(({ time }) => time % STEP === 0);
  const path = points.map(({ time, percentage }, index) =>
    index === 0 ? `M${toX(time)} ${toY(percentage)}` : `H${toX(time)}V${toY(percentage)}`,
  );
  const at = (seconds: number) => data.findLast(({ time }) => time <= seconds)?.percentage ?? 0;
  const svg = `<svg viewBox="0 0 ${WIDTH} 232" role="img" aria-label="A curve of listeners over 40 minutes. It dips for a passage that some skip, and falls where some leave for good.">
<g class="grid">${PERCENT.map((share) => `<path d="M${LEFT} ${toY(share)}H${RIGHT}"/>`).join("")}</g>
<g class="scale">${PERCENT.filter((share) => share % 50 === 0)
    .map((share) => `<text x="${LEFT - 8}" y="${toY(share) + 4}" text-anchor="end">${share} %</text>`)
    .join(
      "",
    )}${MINUTES.map((minute) => `<text x="${toX(60 * minute)}" y="${BOTTOM + 20}" text-anchor="${minute === 40 ? "end" : "middle"}">${minute === 40 ? "40 min" : minute}</text>`).join("")}</g>
${drawBand({ from: SKIP.from + STEP / 2, to: SKIP.to + STEP }, "skip", 1)}
${drawBand({ from: DROP.from, to: DROP.to + STEP }, "drop-off", 2)}
<path class="curve" d="${path.join("")}H${RIGHT}"/>
</svg>`;
  const skipped = Math.round(at(SKIP.from - STEP) - at((SKIP.from + SKIP.to) / 2));
  return { svg, skipped, left: Math.round(at(DROP.from - STEP) - at(DROP.to + STEP)) };
}

function drawBand({ from, to }: { readonly from: number; readonly to: number }, kind: string, number: number): string {
  const middle = (toX(from) + toX(to)) / 2;
  return `<rect class="band ${kind}" x="${toX(from)}" y="${TOP}" width="${round(toX(to) - toX(from))}" height="${BOTTOM - TOP}"/>
<circle class="mark ${kind}" cx="${middle}" cy="${TOP - 16}" r="10"/><text class="number" x="${middle}" y="${TOP - 11.5}" text-anchor="middle">${number}</text>`;
}

function toX(seconds: number): number {
  return round(LEFT + ((RIGHT - LEFT) * seconds) / DURATION);
}

function toY(percentage: number): number {
  return round(BOTTOM - ((BOTTOM - TOP) * percentage) / 100);
}

function round(number: number): number {
  return Math.round(10 * number) / 10;
}
