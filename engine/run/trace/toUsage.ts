import type { Json } from '../../base/index.ts';
import type { UsageView } from '../contract/RunInput.ts';
import { readAnswer } from '../contract/readModelAnswer.ts';

/** The usage of one answer of a model. */
export function toUsage({ response, cost }: { readonly response: Json; readonly cost?: number }): UsageView {
  const { usage } = readAnswer(response);
  return { ...usage, cost: cost ?? null, unpriced: cost === undefined ? 1 : 0 };
}

/** The sum of both. */
export function sumUsage(one: UsageView | undefined, other: UsageView): UsageView {
  if (one === undefined) return other;
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost: one.cost === null ? other.cost : one.cost + (other.cost ?? 0),
    unpriced: one.unpriced + other.unpriced,
  };
}

/** A total in which a part was `before` and is `after` now; undefined where it was not in it. */
export function replaceUsage(total: UsageView | undefined, before: UsageView | undefined, after: UsageView): UsageView {
  if (total === undefined || before === undefined) return sumUsage(total, after);
  return {
    input_tokens: total.input_tokens - before.input_tokens + after.input_tokens,
    output_tokens: total.output_tokens - before.output_tokens + after.output_tokens,
    cost: total.cost === null ? after.cost : total.cost - (before.cost ?? 0) + (after.cost ?? 0),
    unpriced: total.unpriced - before.unpriced + after.unpriced,
  };
}
