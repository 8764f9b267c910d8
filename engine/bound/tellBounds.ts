import { formatCost } from '../base/index.ts';
import { formatDuration } from '../model/index.ts';
import type { RunBound } from './boundRun.ts';
import { tellGaps } from './tellGaps.ts';

/** What a change of a workflow does to the time and the cost of its runs, in sentences; none where both are as before, or have no bound before and after. */
export function tellBounds(before: RunBound, after: RunBound): readonly string[] {
  return [...tellTime(before, after), ...tellCost(before, after)];
}

function tellTime(before: RunBound, after: RunBound): readonly string[] {
  if (before.time === after.time) return [];
  if (after.time === null) return [`The time of a run no longer has a bound: ${tellGaps(after.gaps)}.`];
  const most = formatDuration(after.time);
  if (before.time === null) return [`The time of a run now has a bound: by its text it takes at most ${most}.`];
  return [`By its text a run takes at most ${most} instead of ${formatDuration(before.time)}.`];
}

function tellCost(before: RunBound, after: RunBound): readonly string[] {
  if (before.answers === after.answers) return [];
  if (after.answers === null) return [`The cost of a run no longer has a bound: ${tellGaps(after.costGaps)}.`];
  const most = formatCost(after.answers);
  if (before.answers === null)
    return [`The cost of a run now has a bound: answers of its models cost at most ${most}.`];
  return [`Answers of its models cost at most ${most} instead of ${formatCost(before.answers)}.`];
}
