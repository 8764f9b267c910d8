import type { Gap } from './Bound.ts';

/** So many reasons are told one by one. */
const MOST_TOLD = 2;

/** What keeps a bound from being there, in words that follow a colon: some of it, by task. */
export function tellGaps(gaps: readonly Gap[]): string {
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
