import type { RunInput, RunStarted } from '../../run/index.ts';

/**
 * What a run was answered with, and when: enough to play it again, on its own text or on another. Plain data, as it is written to a
 * file; secrets are placeholders in it, as in the journal that it is of.
 */
export interface Cassette {
  /** The first input: data, seed, variables, plan. */
  readonly start: RunStarted;
  /** In the order in which they were asked for. */
  readonly calls: readonly RecordedCall[];
  /** What came from outside: signals, pauses, values that were edited. */
  readonly outside: readonly OutsideInput[];
  /** When timers fired, by place, counted from when they were due. */
  readonly timers: Readonly<Record<string, Moment>>;
  /** When a long step was continued, counted from its interruption; one after the other. */
  readonly slices: readonly Moment[];
  /** Where the record ends, counted from the start; null: with the end of the run. */
  readonly end: Moment | null;
  /** How many events the run had. */
  readonly events: number;
}

/** A moment of a run. */
export interface Moment {
  /** Its place among all inputs of the run: what comes first at one time. A half is right behind an input. */
  readonly order: number;
  /** ms after what it is counted from. */
  readonly after: number;
}

/** One call, with what was asked. */
export interface RecordedCall {
  /** Where in the run it was made (`Places`). */
  readonly place: string;
  readonly taskId: string;
  /** What was sent, without what differs each time (`fingerprintOf`). */
  readonly fingerprint: string;
  /** All that came for it, its answer included, counted from when it was asked for. */
  readonly inputs: readonly CallInput[];
  /** When it was given up without an answer, or its record ends; null: it has one. */
  readonly until: Moment | null;
}

/** Something that came for a call. Its key is that of the recorded run. */
export interface CallInput extends Moment {
  readonly input: Extract<RunInput, { readonly key: string }>;
}

/** Something that came from outside. */
export interface OutsideInput extends Moment {
  readonly input: RunInput;
  /** Of what a person did to a step: where the run of the task is. */
  readonly place?: string;
}
