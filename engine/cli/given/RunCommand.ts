import type { Json } from '../../base/index.ts';
import type { Budget } from '../../run/index.ts';
import type { GivenOptions } from './parseGiven.ts';

/** The parsed arguments of `signalbox run`: a new run, one that is resumed, or one that another process executes. */
export type RunCommand = NewCommand | ResumeCommand | WatchCommand;

/** Runs a file from its beginning. */
export interface NewCommand {
  readonly kind: 'new';
  readonly source: NewSource;
  readonly start: NewStart;
  readonly record: RecordOptions;
  readonly output: OutputOptions;
}

/** Continues the run in a journal. */
export interface ResumeCommand {
  readonly kind: 'resume';
  /** The file whose run it must be; null: that of the journal. */
  readonly source: { readonly file: string | null };
  readonly start: ResumeStart;
  readonly record: RecordOptions & { readonly journal: string };
  readonly output: OutputOptions;
}

/** Shows the run in a journal while another process executes it. */
export interface WatchCommand {
  readonly kind: 'watch';
  readonly record: { readonly journal: string };
  readonly output: OutputOptions;
}

/** What runs, and on what. */
export interface NewSource {
  readonly file: string;
  /** JSON, or `@` and the name of a file with JSON; null when absent. */
  readonly input: string | null;
  /** Id of the conversation that agents continue; null when absent. */
  readonly thread: string | null;
}

/** What a run is executed with, whether it is new or resumed. */
export interface StartOptions extends Omit<GivenOptions, 'repeat'> {
  readonly virtualTime: boolean;
  readonly signals: readonly { readonly name: string; readonly payload: Json }[];
  /** Folder that tools may read and write; null: none. */
  readonly workspace: string | null;
  /** Folder that keeps values across runs; null: nothing is kept. */
  readonly state: string | null;
  /** What its models may use; null when absent. */
  readonly budget: Budget | null;
}

/** What is fixed when a run starts. */
export interface NewStart extends StartOptions {
  readonly simulate: boolean;
  /** An unsigned 32-bit integer; null when absent. */
  readonly seed: number | null;
  /** Null: the whole workflow runs. */
  readonly part: PartOptions | null;
}

/** What is decided when a run is resumed. */
export interface ResumeStart extends StartOptions {
  /** Whether calls that were cut off are made again; null when absent. */
  readonly repeat: GivenOptions['repeat'];
}

/** The tasks that a run begins and ends with, at least one of them. */
export type PartOptions = Reuse &
  ({ readonly from: string; readonly until: string | null } | { readonly from: null; readonly until: string });

interface Reuse {
  /** File of the journal of an earlier run, whose results are reused; null when absent. */
  readonly reuse: string | null;
}

/** Where a run is written. */
export interface RecordOptions {
  /** File of the journal; null: the run is not saved. */
  readonly journal: string | null;
  /** File the events go to; null when absent. */
  readonly events: string | null;
  /** Writes over files that are in the place of the journal and the events. */
  readonly force: boolean;
}

/** What is printed. */
export interface OutputOptions {
  readonly isJson: boolean;
}
