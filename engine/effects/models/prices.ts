import type { ModelPrice } from '../../run/index.ts';

/** What a model costs in US dollars for a million tokens, with the page that sets it and when it was quoted. */
export interface ShippedPrice extends ModelPrice {
  /** Address of the page. */
  readonly source: string;
  /** Day on which it was quoted, ISO 8601. */
  readonly date: string;
}

/** The usage of models, in tokens. */
export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const ANTHROPIC = { source: 'https://docs.claude.com/en/docs/about-claude/pricing', date: '2025-11-15' } as const;
const OPENAI = { source: 'https://platform.openai.com/docs/pricing', date: '2026-06-21' } as const;
const GOOGLE = { source: 'https://ai.google.dev/gemini-api/docs/pricing', date: '2026-03-21' } as const;

/**
 * Prices as they were quoted of these pages on that day: the usual ones, without discounts for caches, batches or hours, and without surcharges
 * for long prompts. They change often, and those absent here are unknown: the user sets them, and may correct all of them.
 */
export const SHIPPED_PRICES: readonly ShippedPrice[] = [
  { provider: 'anthropic', model: 'claude-opus-4-1', input: 15, output: 75, ...ANTHROPIC },
  { provider: 'anthropic', model: 'claude-sonnet-4-5', input: 3, output: 15, ...ANTHROPIC },
  { provider: 'anthropic', model: 'claude-haiku-4-5', input: 1, output: 5, ...ANTHROPIC },
  { provider: 'openai', model: 'gpt-4.1', input: 2, output: 8, ...OPENAI },
  { provider: 'openai', model: 'gpt-4.1-mini', input: 0.4, output: 1.6, ...OPENAI },
  { provider: 'google', model: 'gemini-2.5-pro', input: 1.25, output: 10, ...GOOGLE },
  { provider: 'google', model: 'gemini-2.5-flash', input: 0.3, output: 2.5, ...GOOGLE },
];

/** What an answer costs, in the currency of the price. */
export function costOf(usage: TokenUsage, price: Pick<ModelPrice, 'input' | 'output'>): number {
  return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1_000_000;
}
