import type { Call } from '../../run/index.ts';
import type { LiveAnswer, LiveAsk } from './LiveAnswers.ts';

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
