import type { Json } from '../../base/index.ts';
import { readAnswer } from '../contract/answers.ts';
import type { UsageView } from './RunView.ts';

/** What one answer of a model took. */
export function toUsage({ response, cost }: { readonly response: Json; readonly cost?: number }): UsageView {
  const { usage } = readAnswer(response);
  return { ...usage, cost: cost ?? null, unpriced: cost === undefined ? 1 : 0 };
}

/** Both together. */
export function sumUsage(one: UsageView | undefined, other: UsageView): UsageView {
  if (one === undefined) return other;
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    cost: one.cost === null ? other.cost : one.cost + (other.cost ?? 0),
    unpriced: one.unpriced + other.unpriced,
  };
}
