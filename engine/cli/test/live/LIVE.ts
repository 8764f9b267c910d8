import type { Variable } from '../../../hosts/node/index.ts';
import type { LiveBudget, LiveLimits } from '../../../proof/index.ts';
import { flag, misuse, usual, type Values, whole } from '../../arguments/options.ts';
import { BUDGET } from '../../budget.ts';
import { GIVEN, type GivenOptions, givenOf } from '../../given/GIVEN.ts';

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

/** What real calls take, for a program that has no say in which answers are asked for again. */
export const LIVE = { ...GIVEN, ...BUDGET, live: flag, width: usual(whole(1, 99), 4), budgetCalls: whole(1) } as const;

/** The same for a person. */
export const FRESH_LIVE = { ...LIVE, fresh: flag } as const;

/** Why the others need `live`. */
export const OF_REAL = 'It applies to real calls only.';

type LiveValues = Values<typeof LIVE> & { readonly fresh?: boolean; readonly record?: boolean };

/** How calls are made for real; null without `--live` and `--record`. Throws a `CommandError` where there is no budget. */
export function liveOf({ live, record = false, fresh = false, width, ...values }: LiveValues): LiveOptions | null {
  if (!live && !record) return null;
  const asking = record ? '--record' : '--live';
  const { budgetCalls: calls, budgetTokens: tokens, budgetCost: cost } = values;
  if (calls === null && tokens === null && cost === null)
    throw misuse(`${asking} needs a budget: --budget-calls N, --budget-tokens N or --budget-cost N.`, asking);
  const limits = {
    ...(calls === null ? {} : { calls }),
    ...(tokens === null ? {} : { tokens }),
    ...(cost === null ? {} : { cost }),
  };
  return { given: givenOf(values), limits, isFresh: fresh, width };
}
