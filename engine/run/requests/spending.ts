import type { Json } from '../../base/index.ts';
import { readAnswer } from '../contract/readModelAnswer.ts';
import { pause, warn } from '../state/emit.ts';
import type { PendingCall, Run } from '../state/Run.ts';

/** A million tokens: what prices are for. */
const PRICED_TOKENS = 1_000_000;

/** What an answer of a model cost by the run's prices, undefined where they have none for it; the run keeps count. */
export function countSpending(run: Run, { model }: PendingCall, response: Json): number | undefined {
  if (model === null) return undefined;
  const { input_tokens, output_tokens } = readAnswer(response).usage;
  const price = run.started?.prices?.find((each) => each.provider === model.provider && each.model === model.model);
  const cost =
    price === undefined ? undefined : (input_tokens * price.input + output_tokens * price.output) / PRICED_TOKENS;
  const { spent } = run;
  run.spent = { tokens: spent.tokens + input_tokens + output_tokens, cost: spent.cost + (cost ?? 0) };
  return cost;
}

/** Pauses a run that has passed its budget: nothing new starts until the user raises it, or resumes answer by answer. */
export function enforceBudget(run: Run, { model, activation }: PendingCall, cost: number | undefined): void {
  if (model === null) return;
  const { budget, spent } = run;
  if (cost === undefined && budget.cost !== undefined) {
    const message = `No price is known of ${model.provider} ${model.model}, so what it costs does not count towards the budget.`;
    warn(run, activation, { code: 'PRICE_UNKNOWN', message, path: null });
  }
  const isPassed = spent.tokens > (budget.tokens ?? Infinity) || spent.cost > (budget.cost ?? Infinity);
  if (isPassed) pause(run, { reason: 'budget', breakpoint: null });
}
