import type { Json } from '../../base/index.ts';
import type { Budget, UsageView } from '../contract/RunInput.ts';
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
  if (cost === undefined && run.budget.cost !== undefined) {
    const message = `No price is known of ${model.provider} ${model.model}, so what it costs does not count towards the budget.`;
    warn(run, activation, { code: 'PRICE_UNKNOWN', message, path: null });
  }
  pauseIfSpent(run);
}

/** Pauses a run that has used more than its budget. */
function pauseIfSpent(run: Run): void {
  const { budget, spent } = run;
  const isPassed = spent.tokens > (budget.tokens ?? Infinity) || spent.cost > (budget.cost ?? Infinity);
  if (isPassed) pause(run, { reason: 'budget', breakpoint: null });
}

/** Counts what a run has used that this one started: `after` in all, of which `before` was counted already. Pauses as an answer does. */
export function countChildSpending(run: Run, before: UsageView | undefined, after: UsageView | undefined): void {
  const { spent } = run;
  const tokens = tokensOf(after) - tokensOf(before);
  const cost = (after?.cost ?? 0) - (before?.cost ?? 0);
  run.spent = { tokens: spent.tokens + tokens, cost: spent.cost + cost };
  pauseIfSpent(run);
}

function tokensOf(usage: UsageView | undefined): number {
  return usage === undefined ? 0 : usage.input_tokens + usage.output_tokens;
}

/** What a run may still use of its budget, at least 0; what has no bound is absent. */
export function budgetLeft({ budget, spent }: Run): Budget {
  return {
    ...(budget.tokens === undefined ? {} : { tokens: Math.max(0, budget.tokens - spent.tokens) }),
    ...(budget.cost === undefined ? {} : { cost: Math.max(0, budget.cost - spent.cost) }),
  };
}

/** The budget of a run that may use so much more than it has used. */
export function addBudget({ spent }: Run, left: Budget): Budget {
  return {
    ...(left.tokens === undefined ? {} : { tokens: spent.tokens + left.tokens }),
    ...(left.cost === undefined ? {} : { cost: spent.cost + left.cost }),
  };
}
