import type { FoundTests, PaintedMark } from '../store/TestedFile.ts';

/** A part of a workflow, with how often its tests reached it. */
export type CoveredPart = NonNullable<FoundTests['coverage']>[number];

/**
 * The marks of each task: how often tests reach it; and where they do, to how many of its outcomes and of the branches of its
 * expressions. One that can only succeed, and does, has no mark for that.
 */
export function toMarks(parts: readonly CoveredPart[]): ReadonlyMap<string, readonly PaintedMark[]> {
  const byTask = new Map<string, CoveredPart[]>();
  for (const part of parts) {
    const own = byTask.get(part.task);
    if (own === undefined) byTask.set(part.task, [part]);
    else own.push(part);
  }
  const marks = new Map<string, readonly PaintedMark[]>();
  for (const [task, own] of byTask) {
    const count = own.find(({ kind }) => kind === 'task')?.count;
    if (count === undefined) continue;
    marks.set(task, count === 0 ? [markOf(0)] : [markOf(count), ...outcomesOf(own), ...branchesOf(own)]);
  }
  return marks;
}

function markOf(count: number): PaintedMark {
  return {
    text: `${count}×`,
    words: count === 0 ? 'No test reaches this' : `Tests reach this ${count} ${count === 1 ? 'time' : 'times'}`,
    look: count === 0 ? 'missed' : 'covered',
  };
}

function outcomesOf(own: readonly CoveredPart[]): readonly PaintedMark[] {
  const outcomes = own.filter(({ kind }) => kind === 'outcome');
  const [first] = outcomes;
  return outcomes.length === 1 && first !== undefined && first.count > 0 ? [] : shareOf(outcomes, 'outcomes');
}

function branchesOf(own: readonly CoveredPart[]): readonly PaintedMark[] {
  return shareOf(
    own.filter(({ kind }) => kind === 'branch'),
    'branches',
  );
}

/** More than this many that are missing no title shows. */
const MOST_MISSED = 10;

function shareOf(parts: readonly CoveredPart[], noun: 'outcomes' | 'branches'): readonly PaintedMark[] {
  if (parts.length === 0) return [];
  const missed = parts.filter(({ count }) => count === 0).map(({ name }) => name);
  const covered = parts.length - missed.length;
  const more = missed.length > MOST_MISSED ? `, and ${missed.length - MOST_MISSED} more` : '';
  const never = missed.length === 0 ? '' : `. Never: ${missed.slice(0, MOST_MISSED).join(', ')}${more}`;
  return [
    {
      text: `${covered}/${parts.length} ${noun}`,
      words: `Tests reach ${covered} of ${parts.length} ${noun}${never}`,
      look: missed.length === 0 ? 'covered' : 'partial',
    },
  ];
}
