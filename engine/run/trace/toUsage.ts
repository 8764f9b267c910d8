import type { Json } from '../../base/index.ts';
import { readAnswer } from '../contract/readModelAnswer.ts';
import type { UsageView } from './RunView.ts';

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
