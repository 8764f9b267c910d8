/** A script of `core:javascript`, with all it may know and use. Plain data: it crosses into the sandbox. */
export interface Script {
  /** Body of an async function that sees `input`. */
  readonly code: string;
  /** The input as JSON. */
  readonly input: string;
  /** What `Math.random` is made from. */
  readonly seed: number;
  /** What the script's clock reads, in ms since the epoch; null: it has none. */
  readonly now: number | null;
  /** ms. */
  readonly timeout: number;
  /** All that QuickJS may use for it, in MiB; at least 16 are there. */
  readonly memory: number;
}

/** One line a script wrote to its console. */
export interface ScriptLine {
  readonly level: string;
  readonly text: string;
}

/** The result of a script. Only texts and numbers: a value nested deeply cannot be posted between threads. */
export type ScriptAnswer = (
  | { readonly type: 'value'; readonly json: string }
  | { readonly type: 'error'; readonly error: ScriptError }
  | { readonly type: 'limit'; readonly limit: 'time' | 'memory' | 'depth' | 'output' }
  /** It waits for a promise that nothing will ever settle. */
  | { readonly type: 'stuck' }
  /** The sandbox did not start. */
  | { readonly type: 'unavailable'; readonly reason: string }
) & {
  readonly lines: readonly ScriptLine[];
  /** True: the sandbox itself must not be used again. */
  readonly broken?: boolean;
};

/** What a script threw. */
export interface ScriptError {
  readonly name: string;
  readonly message: string;
  /** Its own code, as in `Object.assign(new Error('…'), { code: 'OUT_OF_STOCK' })`; null without one. */
  readonly code: string | null;
  /** JSON of its own `details`; null without, or where it is longer than {@link LONGEST_ANSWER}. */
  readonly details: string | null;
  /** In the user's code, from 1; null where unknown. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Longest answer of a script, in characters of JSON. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

/** How many lines of its console are kept, and how much of each, in characters. */
export const KEPT_LINES = 100;
export const KEPT_LINE = 2000;
