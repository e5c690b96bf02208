/** All that the page shows. The worker sends it, so that it has no functions. */
export interface View {
  readonly steps: Steps;
  /** Whether the report is of a made-up show. The page has no files then. */
  readonly isExample: boolean;
  /** Titles of shows whose files wait for people to say whether they may mix; empty if none do. */
  readonly mixed: readonly string[];
  /** Whether all that was read is one saved report, which is on disk already. */
  readonly isSavedAlone: boolean;
  /** Whether what is there is what was saved last. */
  readonly isSaved: boolean;
  readonly files: readonly FileView[];
  readonly nameless: readonly Nameless[];
  readonly episodes: readonly Choosable[];
  /** What came of the import beyond what the steps and the files tell, in sentences. */
  readonly notes: string;
  /** Whether there is a curve to report of. */
  readonly hasReport: boolean;
}

/** How far it is to a report. */
export interface Steps {
  /** Title of the feed; undefined without one, and if there are several. */
  readonly show?: string;
  /** Episodes of the feed; 0 without a feed. */
  readonly episodes: number;
  /** Day of the saved report that the feed is from, if there are newer files and no newer feed: YYYY-MM-DD. */
  readonly feedOf?: string;
  readonly platforms: readonly Platform[];
}

/** What there is of a platform. */
export interface Platform {
  /** For people: `Apple Podcasts`. */
  readonly name: string;
  /** Episodes of the report with a curve of it. */
  readonly matched: number;
  /** Curves of it whose episode is to be chosen. */
  readonly open: number;
}

/** What is to be shown of a file. */
export interface FileView {
  /** Its name, which no other file has. */
  readonly id: string;
  readonly lines: readonly string[];
  readonly refusals: readonly RefusalView[];
  /** Whether it is nothing that a report is made of, such as a picture. */
  readonly isUnneeded?: boolean;
}

/** Why a curve or a file was refused, in the words of the page. */
export interface RefusalView {
  readonly text: string;
  /** What would make up for it. */
  readonly remedy?:
    | { readonly kind: "duration"; readonly guid: string }
    /** Nobody listened where rows are missing. */
    | { readonly kind: "zeros" };
}

/** A curve that does not name its episode. */
export interface Nameless {
  readonly key: string;
  /** The title that its file gives; empty if there is none. */
  readonly title: string;
  /** The one episode whose title has the same words, or that a file of this name was of. It is offered, never chosen. */
  readonly suggested?: string;
  /** Whether a saved report suggests it. */
  readonly isEarlier?: boolean;
  readonly file: string;
  /** Where it is from: `spotify.har, id in the request: On tides`. */
  readonly origin: string;
  /** The platform, for people. */
  readonly source: string;
  /** The episode that was chosen, or that has the curve's title; empty if it is left out; undefined if it is to be chosen. */
  readonly guid?: string;
  readonly isByTitle: boolean;
  /** Whether another curve of the platform is of the same episode. */
  readonly isTwice: boolean;
}

/** An episode to choose. */
export interface Choosable {
  readonly guid: string;
  /** Such as `2026-03-01  On tides`. No two have the same. */
  readonly name: string;
  readonly title: string;
  /** YYYY-MM-DD. */
  readonly date?: string;
}
