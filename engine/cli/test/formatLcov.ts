import type { CoveredPart } from '../../proof/index.ts';
import type { CoverageTargets } from '../../testFile/index.ts';

/** What the tests of one workflow came to, and what its test files ask for. */
export interface CoveredWorkflow {
  readonly path: string;
  readonly parts: readonly CoveredPart[];
  readonly targets: CoverageTargets;
}

/** Coverage as lcov: a task is a function and the line it begins on, an edge or an outcome is a branch of its line. */
export function formatLcov(workflows: readonly CoveredWorkflow[]): string {
  return workflows.map(formatFile).join('');
}

function formatFile({ path, parts }: CoveredWorkflow): string {
  const tasks = parts.filter(({ kind }) => kind === 'task');
  const branches = parts.filter(({ kind }) => kind !== 'task');
  const lines = new Map(tasks.map(({ at, count }) => [at.line, count]));
  const starts = new Map(tasks.map(({ task, count }) => [task, count]));
  return [
    `TN:`,
    `SF:${path}`,
    ...tasks.map(({ at, task }) => `FN:${at.line},${oneWord(task)}`),
    ...tasks.map(({ count, task }) => `FNDA:${count},${oneWord(task)}`),
    `FNF:${tasks.length}`,
    `FNH:${countHit(tasks)}`,
    // A branch of a task that never started is `-`.
    ...branches.map(
      ({ at, count, task }, index) => `BRDA:${at.line},0,${index},${starts.get(task) === 0 ? '-' : count}`,
    ),
    `BRF:${branches.length}`,
    `BRH:${countHit(branches)}`,
    ...[...lines].map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.size}`,
    `LH:${[...lines.values()].filter((count) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}

function countHit(found: readonly CoveredPart[]): number {
  return found.filter(({ count }) => count > 0).length;
}

/** A name that cannot end its line, nor be read as two fields. */
function oneWord(name: string): string {
  return name.replace(/[\s,]/g, '_');
}
