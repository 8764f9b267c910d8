import { formatCost } from '#engine/numbers';
import type { UsageView } from '#engine/run';

/** Tokens and cost in few words: `1,234 tokens · $0.0042`; `at least` where a price is not known. */
export function formatUsage({ input_tokens, output_tokens, cost, unpriced }: UsageView): string {
  const tokens = input_tokens + output_tokens;
  const words = `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`;
  if (cost === null) return words;
  return `${words} · ${unpriced > 0 ? 'at least ' : ''}${formatCost(cost)}`;
}

/** The same as a sentence, input and output apart. */
export function describeUsage({ input_tokens, output_tokens, unpriced }: UsageView): string {
  const parts = `${input_tokens.toLocaleString('en')} input tokens, ${output_tokens.toLocaleString('en')} output tokens`;
  if (unpriced === 0) return parts;
  return `${parts}. Of ${unpriced} ${unpriced === 1 ? 'answer' : 'answers'} the price is unknown: set it under Model prices.`;
}
