import type { PlayedTest } from '../play/playTest.ts';
import { type CellUsage, roundCost } from './Grid.ts';

/** What the models of a run used. */
export function usageOf({ view }: PlayedTest): CellUsage {
  const { usage } = view;
  if (usage === undefined) return { tokens: 0, cost: null };
  const { input_tokens, output_tokens, cost } = usage;
  return { tokens: input_tokens + output_tokens, cost: cost === undefined || cost === null ? null : roundCost(cost) };
}
