import type { Call, Outcome } from '../../run/index.ts';
import type { LiveBudget } from './LiveBudget.ts';

/** What came of a call, after how many ms. */
export interface AnsweredCall {
  readonly outcome: Outcome;
  readonly duration: number;
}

/** What came of a call, after how many ms; or why it was not made: the end of a sentence. */
export type LiveAnswer = AnsweredCall | { readonly refusal: string };

/** What asks for real, within which budget. */
export interface LiveAsk {
  readonly ask: (call: Call) => Promise<AnsweredCall>;
  readonly budget: LiveBudget;
}

/** Makes a call for real within a budget; or says why it was not made, which may be that the host lacks something. */
export async function askWithin({ ask, budget }: LiveAsk, call: Call): Promise<LiveAnswer> {
  const refusal = budget.take(call);
  if (refusal !== null) return { refusal };
  const answer = await ask(call);
  const { outcome } = answer;
  if (!outcome.ok && outcome.missing !== undefined)
    return { refusal: `something is missing. ${outcome.error.message}` };
  budget.count(call, outcome);
  return answer;
}
