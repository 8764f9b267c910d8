import { SHIPPED_PRICES } from '../../effects/index.ts';
import type { ModelPrice } from '../../run/index.ts';

/** What is kept with each run: what models cost, not where that was read. */
export const PRICES: readonly ModelPrice[] = SHIPPED_PRICES.map(({ provider, model, input, output }) => ({
  provider,
  model,
  input,
  output,
}));
