import type { UsageView } from '#engine/run';

/** Tokens and cost in few words: `1,234 tokens · $0.0042`; `at least` where a price is not known. */
export function formatUsage({ input_tokens, output_tokens, cost, unpriced }: UsageView): string {
  const tokens = input_tokens + output_tokens;
  const words = `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`;
  if (cost === null) return words;
  return `${words} · ${unpriced > 0 ? 'at least ' : ''}${formatCost(cost)}`;
}

/** US dollars: cents from ten cents on, else two digits that say something. */
export function formatCost(cost: number): string {
  if (cost === 0) return '$0';
  if (cost >= 0.1) return `$${cost.toFixed(2)}`;
  return `$${Number(cost.toPrecision(2))}`;
}

/** The same as a sentence, with where it went. */
export function describeUsage({ input_tokens, output_tokens, unpriced }: UsageView): string {
  const parts = `${input_tokens.toLocaleString('en')} tokens to models, ${output_tokens.toLocaleString('en')} from them`;
  if (unpriced === 0) return parts;
  return `${parts}. Of ${unpriced} ${unpriced === 1 ? 'answer' : 'answers'} no price is known: set it under Model prices.`;
}
