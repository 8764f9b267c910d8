import { err, ok, type Result } from '../../../base/index.ts';
import type { Variable } from '../../../hosts/node/index.ts';
import type { LiveBudget, LiveLimits } from '../../../proof/index.ts';
import { parseBudget } from '../../budget.ts';
import { GIVEN_OPTIONS, type GivenOptions, parseGiven } from '../../given/parseGiven.ts';

/** How calls are made for real. */
export interface LiveOptions {
  readonly given: GivenOptions;
  /** The variables that it names, where they were read already. */
  readonly variables?: readonly Variable[];
  /** At least one of them. */
  readonly limits: LiveLimits;
  /** What several commands take together; absent: each may take all of the limits. */
  readonly budget?: LiveBudget;
  /** Whether what was kept is asked for again. */
  readonly isFresh: boolean;
  /** How many rows are played at a time. */
  readonly width: number;
}

const { repeat: _, ...GIVEN } = GIVEN_OPTIONS;

/** The options of `--live`, as `parseArgs` takes them. */
export const LIVE_OPTIONS = {
  ...GIVEN,
  live: { type: 'boolean' },
  fresh: { type: 'boolean' },
  width: { type: 'string' },
  'budget-calls': { type: 'string' },
  'budget-tokens': { type: 'string' },
  'budget-cost': { type: 'string' },
} as const;

type LiveValues = {
  readonly [option in keyof typeof LIVE_OPTIONS]?:
    | (option extends keyof typeof GIVEN ? readonly string[] : option extends 'live' | 'fresh' ? boolean : string)
    | undefined;
};

/** How many rows are played at a time where the command does not say it. */
const USUAL_WIDTH = 4;

/** Reads the values of those options; null without `--live`. The error is one sentence. */
export function parseLive(values: LiveValues & { readonly record?: boolean }): Result<LiveOptions | null, string> {
  const { 'budget-calls': calls, 'budget-tokens': tokens, 'budget-cost': cost, width } = values;
  const isRecording = values.record === true;
  if (values.live !== true && !isRecording) {
    const stray = Object.keys(LIVE_OPTIONS).find((option) => option in values && option !== 'live');
    return stray === undefined
      ? ok(null)
      : err(`--${stray} is of calls that are made for real; it needs --live or --record.`);
  }
  if (calls !== undefined && !/^[1-9]\d{0,14}$/.test(calls))
    return err(`--budget-calls takes a whole number above 0, not "${calls}".`);
  if (width !== undefined && !/^[1-9]\d?$/.test(width))
    return err(`--width takes a whole number from 1 to 99, not "${width}".`);
  const budget = parseBudget(tokens, cost);
  if (!budget.ok) return budget;
  if (budget.value === null && calls === undefined)
    return err(
      `${isRecording ? '--record' : '--live'} needs a budget: --budget-calls N, --budget-tokens N or --budget-cost N.`,
    );
  const given = parseGiven(values);
  if (!given.ok) return given;
  return ok({
    given: given.value,
    limits: { ...budget.value, ...(calls === undefined ? {} : { calls: Number(calls) }) },
    isFresh: values.fresh ?? false,
    width: width === undefined ? USUAL_WIDTH : Number(width),
  });
}
