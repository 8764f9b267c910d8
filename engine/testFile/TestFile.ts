import type { Json, JsonObject } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import type { CoverageTargets } from './coverageTargets.ts';

/** A test file as far as it can be read: what is missing or of the wrong kind is omitted, and is a finding. */
export interface TestFile {
  /** The workflow that is tested, as written: relative to the file; null where the file does not say it. */
  readonly workflow: string | null;
  /** Those without `each`. */
  readonly tests: readonly TestCase[];
  /** Those with `each`. */
  readonly datasets: readonly Dataset[];
  /** What its tests must reach; empty: nothing is asked. */
  readonly coverage: CoverageTargets;
}

/** A test that is played for each row of a dataset, under each variant of its workflow, and scored. */
export interface Dataset {
  /** Its input, variables, answers and signals are templates that read `row` and `index`. */
  readonly test: TestCase;
  /** The name of a file as written, relative to the test file; or the rows themselves. */
  readonly each: string | readonly Json[];
  /** At least one: without any in the file, the workflow as it is. */
  readonly variants: readonly Variant[];
  readonly scores: readonly Score[];
}

/** A workflow with other values at some places of its text. */
export interface Variant {
  readonly name: string;
  readonly changes: readonly VariantChange[];
  readonly path: Path;
}

/** One place of the workflow, by its keys, with ids for items of lists: `agents/clerk/config/model`. */
export interface VariantChange {
  readonly place: string;
  readonly value: Json;
  readonly path: Path;
}

/** How a run of a dataset is scored: a number, usually from 0 to 1. */
export interface Score {
  readonly name: string;
  readonly by: ScoreBy;
  /** What the mean of each variant must be at least; null: anything. */
  readonly least: number | null;
  readonly path: Path;
}

/** By an expression; by whether a value fits a schema; by what an agent of the workflow says. Expressions are as written. */
export type ScoreBy =
  | { readonly kind: 'expression'; readonly source: string }
  | { readonly kind: 'schema'; readonly schema: Json; readonly value: string }
  | { readonly kind: 'judge'; readonly agent: string; readonly action: string | null; readonly with: Json };

/** One test: what a run is given, and what is expected of it. The defaults of the file are in it. */
export interface TestCase {
  readonly name: string;
  /** An unsigned 32-bit integer. */
  readonly seed: number;
  readonly input: Json;
  readonly env: JsonObject;
  /** By task, as written: an id, or ids of its containers and its own, with `/`. */
  readonly answers: readonly TaskAnswers[];
  /** What tasks give in place of running, by task as written: one output or error for each. Absent: nothing. */
  readonly pins?: readonly TaskAnswers[];
  readonly signals: readonly TestSignal[];
  /** The run that it plays again where nothing else is said; null: none. */
  readonly cassette: TestCassette | null;
  readonly expect: Expectations;
  /** The row that it is played for, and which one that is, from 0; absent in a test of its own. */
  readonly row?: { readonly value: Json; readonly index: number };
  /** Where it is in the file. */
  readonly path: Path;
}

/** A recorded run whose answers are under those of a test. */
export interface TestCassette {
  /** The file of the run, as written: relative to the test file. */
  readonly file: string;
  /** What the test does not say, and takes from the run. */
  readonly takes: { readonly input: boolean; readonly seed: boolean; readonly signals: boolean };
  readonly match: CallMatch;
  readonly path: Path;
}

/**
 * Which call of a recorded run a call gets its answer from: one that asks for the same, best at the same place of the run; the one at the same place, whatever it
 * asks; or, by parts of a request such as `input.url`, one in which these are the same.
 */
export type CallMatch = 'request' | 'place' | readonly string[];

/** What the calls of one task are answered with, in order; the last one repeats. */
export interface TaskAnswers {
  readonly task: string;
  readonly answers: readonly Answer[];
  readonly path: Path;
}

/** When an answer comes, in ms of virtual time, and which calls get it. */
interface AnswerTo {
  readonly after: number;
  /** A part of what the call asks. Absent: it may ask anything. */
  readonly asked?: Json;
  /** The tool of an agent that is called. Absent: the answer is for the model, or for the task's own tool. */
  readonly tool?: string;
}

/**
 * What one call is answered with; or made up from its schema; or asked for real. `tools`: what the model of an agent says is that it calls
 * these tools, and it is asked again once they have answered.
 */
export type Answer = (
  | ({ readonly kind: 'output'; readonly output: Json } & AnswerTo)
  | ({ readonly kind: 'error'; readonly error: AnswerError } & AnswerTo)
  | ({ readonly kind: 'tools'; readonly toolCalls: readonly AskedTool[] } & AnswerTo)
  | { readonly kind: 'simulate' }
  | { readonly kind: 'live' }
) & { readonly path: Path };

/** A tool that a model calls, with its input. */
export interface AskedTool {
  readonly name: string;
  readonly input: Json;
}

/** An error as tools and models answer with. */
export interface AnswerError {
  readonly code: string;
  readonly message: string;
  readonly details: JsonObject;
}

/** A signal that is sent `at` ms after the start of the run. */
export interface TestSignal {
  readonly name: string;
  readonly at: number;
  readonly payload: Json;
  readonly path: Path;
}

/** The expected result of a run. What is absent is not looked at, but for the status. */
export interface Expectations {
  /** Success where the file says nothing. */
  readonly status: 'success' | 'error' | 'cancelled';
  /** Tasks that must have started in this order. */
  readonly path: readonly string[];
  /** Whether nothing else may have started, nor any of them once more. */
  readonly isExactPath: boolean;
  /** Tasks that must not have started. */
  readonly never: readonly string[];
  readonly tasks: readonly TaskExpectation[];
  /** Of the calls of all tasks together. */
  readonly calls: readonly CallExpectation[];
  /** A part of the output; undefined: not looked at. */
  readonly output: Json | undefined;
  /** The whole output. */
  readonly equals: Json | undefined;
  /** Expressions that must be true. */
  readonly that: readonly string[];
  /** ms of virtual time that the run may take; null: any. */
  readonly within: number | null;
}

/** What a test expects whose file says nothing of the end. */
export const EXPECTS_SUCCESS: Expectations = {
  status: 'success',
  path: [],
  isExactPath: false,
  never: [],
  tasks: [],
  calls: [],
  output: undefined,
  equals: undefined,
  that: [],
  within: null,
};

/** How often something must have happened, at least and at most. */
export interface Count {
  readonly least: number;
  /** `Infinity` where there may be any number. */
  readonly most: number;
}

/** What is expected of one time that a task ran. What is undefined or null is not looked at. */
export interface RoundExpectation {
  readonly attempts: number | null;
  /** A part of its input. */
  readonly with: Json | undefined;
  /** A part of its output. */
  readonly output: Json | undefined;
  readonly path: Path;
}

/** What is expected of a task: of the last time that it ran, and of all of them. */
export interface TaskExpectation extends RoundExpectation {
  readonly task: string;
  /** The built-in, the tool or the agent that it must have called; null: any. */
  readonly use: string | null;
  /** How often it must have started. */
  readonly times: Count | null;
  /** How often it must have called something; or a part of what each of its calls sent, in their order. */
  readonly calls: Count | readonly Json[] | null;
  /** Of each time that it ran, in order: as many as there are here. */
  readonly rounds: readonly RoundExpectation[] | null;
  /** Of the last time that it ran for an item of the collection that it is in, by the index of the item. */
  readonly items: ReadonlyMap<number, RoundExpectation>;
}

/** How often calls like this must have been made. */
export interface CallExpectation {
  /** The built-in, the tool or the agent that is called; null: any. */
  readonly use: string | null;
  /** A part of what is sent: the input of a tool, the request to a model; undefined: anything. */
  readonly sent: Json | undefined;
  readonly times: Count;
  readonly path: Path;
}
