import type { Gap, RunBound } from '#engine/run';
import { formatLength } from '../../ui/index.ts';
import { formatCost } from '../parts/formatUsage.ts';

/** So many reasons are told one by one. */
const MOST_TOLD = 2;

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

function tellGaps(gaps: readonly Gap[]): string {
  const told = gaps.slice(0, MOST_TOLD).map(tellGap);
  return gaps.length > MOST_TOLD ? `${told.join(', ')}, and more` : told.join(', and ');
}

function tellGap({ taskId, why, file, runs }: Gap): string {
  const task = file === undefined ? `“${taskId}”` : `“${taskId}” in ${file}`;
  switch (why) {
    case 'timeout':
      return `${task} has no timeout`;
    case 'template':
      return `a limit of ${task} is a template`;
    case 'loop':
      return `${task} is in a loop without limits`;
    case 'items':
      return `${task} goes through any number of items`;
    case 'recursion':
      return `a handler of ${task} leads back to it`;
    case 'workflow':
      return `${task} runs another workflow`;
    case 'unnamed':
      return `${task} runs a workflow that its text does not name`;
    case 'missing':
      return `${task} runs ${runs}, which is not here`;
    case 'circle':
      return `${task} runs ${runs}, which leads back to it`;
    case 'memory':
      return `${task} reads a memory first`;
    case 'max_tokens':
      return `${task} has no max_tokens`;
    case 'price':
      return `the price of the model of ${task} is not set`;
  }
}
