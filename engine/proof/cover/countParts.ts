import type { Position } from '../../text/index.ts';
import type { CoveredKind, CoveredPart } from './Coverage.ts';

/** How many parts of a kind tests reached, of how many there are. */
export interface CoveredShare {
  readonly covered: number;
  readonly all: number;
}

/** The shares of each kind. */
export function countParts(parts: readonly CoveredPart[]): Readonly<Record<CoveredKind, CoveredShare>> {
  const share = (kind: CoveredKind): CoveredShare => {
    const own = parts.filter((part) => part.kind === kind);
    return { covered: own.filter(({ count }) => count > 0).length, all: own.length };
  };
  return { task: share('task'), edge: share('edge'), outcome: share('outcome'), branch: share('branch') };
}

/** The kinds in the order in which they are told. */
export const COVERED_KINDS = ['task', 'edge', 'outcome', 'branch'] as const satisfies readonly CoveredKind[];

/** Several of a kind, in words. */
export const PLURALS = {
  task: 'tasks',
  edge: 'edges',
  outcome: 'outcomes',
  branch: 'branches',
} as const satisfies Record<CoveredKind, string>;

/** What no test reached, in words, where it is; the outcomes of one task together. */
export function listMissed(parts: readonly CoveredPart[]): readonly { readonly at: Position; readonly text: string }[] {
  const missed = parts.filter(({ count }) => count === 0);
  return missed.flatMap((part, index) => {
    if (part.kind !== 'outcome') return [{ at: part.at, text: describePart(part) }];
    const own = missed.filter(({ kind, task }) => kind === 'outcome' && task === part.task);
    return own[0] === missed[index] ? [{ at: part.at, text: describeOutcomes(part.task, own) }] : [];
  });
}

function describePart({ kind, task, name }: CoveredPart): string {
  if (kind === 'task') return `${task} never starts`;
  if (kind === 'edge') return `${task} ${name}`;
  return `${task === '' ? 'the workflow' : task} never finds that ${name}`;
}

function describeOutcomes(task: string, outcomes: readonly CoveredPart[]): string {
  return `${task} never ends with ${outcomes.map(({ name }) => name).join(', ')}`;
}

/** Percent of all parts that tests reached, rounded down, so that 100 means all; 100 where there are none. */
export function percentOf(parts: readonly CoveredPart[]): number {
  if (parts.length === 0) return 100;
  return Math.floor((100 * parts.filter(({ count }) => count > 0).length) / parts.length);
}
