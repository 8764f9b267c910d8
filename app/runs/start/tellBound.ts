import { formatCost } from '#engine/numbers';
import { type RunBound, tellGaps } from '#engine/run';
import { formatLength } from '../../ui/index.ts';

/** What a run takes at most by its text, or what keeps that from being said. */
export function tellTime({ time, asked, gaps }: RunBound): string {
  if (time === null) return `Its time has no bound: ${tellGaps(gaps)}.`;
  if (time === 0 && asked === 0) return 'By its text it waits for nothing, and takes as long as it computes.';
  const most = `By its text it takes at most ${formatLength(time)}`;
  if (asked === null || asked === time) return `${most}.`;
  return `${most}, and ${formatLength(asked)} where servers ask to be tried again later.`;
}

/** What the answers of its models cost at most, or what keeps that from being said; null where there are none. */
export function tellCost({ answers, costGaps }: RunBound): string | null {
  if (answers === 0) return null;
  if (answers === null) return `Its cost has no bound: ${tellGaps(costGaps)}.`;
  return `Answers of its models cost at most ${formatCost(answers)}; what is sent to them is extra.`;
}
