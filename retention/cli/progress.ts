import { SingleBar } from "cli-progress";

/** What is counted. */
type CountedUnit = "bytes" | "episodes" | "charts";

/** A progress display on standard error. */
export type ProgressDisplay = ReturnType<typeof startProgress>;

/** Delay before the display begins. Shorter work needs none. */
const DELAY_MS = 2_000;

/** Time between two lines where there is no terminal: a log keeps each of them. */
const LINE_MS = 10_000;

/** Time between two updates of a bar. */
const BAR_MS = 200;

/** A part of the work, and how much of it is done. */
interface Phase {
  readonly unit: CountedUnit;
  readonly total: number | undefined;
  /** With a space before it, or empty. */
  readonly verb: string;
  readonly startedAt: number;
  done: number;
}

/**
 * Shows progress on standard error, as in `1.2 MB of 4.8 MB read, 6 s left` or `12 of 40 episodes, 6 s left`: with a bar on
 * a terminal, and elsewhere as a line at most every ten seconds, if there is news. Shows nothing in the first two seconds,
 * and nothing at all if the variable `CHARTS_PROGRESS` is `off`.
 *
 * @param unit what is counted
 * @param total undefined if it is not known, as for the standard input
 * @param verb what is done, such as `read`, if there are several phases
 */
export function startProgress(unit: CountedUnit, total: number | undefined, verb = "") {
  let phase = createPhase(unit, total, verb);
  const { show, stop, everyMs } = process.stderr.isTTY ? createBar() : createLines();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    show(phase);
    timer = setInterval(() => show(phase), everyMs);
  };
  const delay = process.env.CHARTS_PROGRESS === "off" ? undefined : setTimeout(begin, DELAY_MS);
  return {
    add: (count: number) => {
      phase.done += count;
    },
    /** Goes on to the next phase of the same work. */
    turnTo: (...next: Parameters<typeof createPhase>) => {
      phase = createPhase(...next);
    },
    stop: () => {
      clearTimeout(delay);
      clearInterval(timer);
      stop();
    },
  };
}

/** Shows progress, as {@link startProgress} does, while episodes come one after another. */
export async function* showEpisodes<T>(episodes: AsyncIterable<T>, total: number | undefined): AsyncGenerator<T> {
  const progress = startProgress("episodes", total);
  try {
    for await (const episode of episodes) {
      yield episode;
      progress.add(1);
    }
  } finally {
    progress.stop();
  }
}

function createPhase(unit: CountedUnit, total: number | undefined, verb: string): Phase {
  return { unit, total, verb: verb && ` ${verb}`, startedAt: performance.now(), done: 0 };
}

/** Writes lines, each of which says something new. */
function createLines() {
  let shown = "";
  const show = (phase: Phase) => {
    const news = formatDone(phase);
    if (news !== shown) process.stderr.write(`${news}${formatLeft(phase)}\n`);
    shown = news;
  };
  return { everyMs: LINE_MS, show, stop: () => {} };
}

function createBar() {
  const bar = new SingleBar({
    format: "{bar} {text}",
    barsize: 30,
    hideCursor: true,
    linewrap: null,
    emptyOnZero: true,
  });
  const show = (phase: Phase) => {
    if (!bar.isActive) bar.start(0, 0, { text: "" });
    bar.setTotal(phase.total ?? 0);
    bar.update(phase.done, { text: `${formatDone(phase)}${formatLeft(phase)}` });
  };
  return { everyMs: BAR_MS, show, stop: () => bar.stop() };
}

function formatDone({ unit, total, verb, done }: Phase): string {
  const format = (count: number) => (unit === "bytes" ? formatBytes(count) : count.toLocaleString("en"));
  const known = total === undefined ? format(done) : `${format(done)} of ${format(total)}`;
  return `${known}${unit === "bytes" ? "" : ` ${unit}`}${verb}`;
}

/** Estimates the time left by the phase so far. Empty if that is not known, or nothing is left. */
function formatLeft({ total, startedAt, done }: Phase): string {
  if (total === undefined || done === 0 || done >= total) return "";
  const seconds = ((performance.now() - startedAt) / 1_000) * (total / done - 1);
  return `, ${Math.ceil(seconds)} s left`;
}

/** Formats a number of bytes, such as `4.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
