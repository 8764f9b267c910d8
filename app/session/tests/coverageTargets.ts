import type { CoveredPart } from './coverageMarks.ts';
import type { CoverageTargets, WorkflowCoverage } from './paintCoverage.ts';

/** How much of its parts a workflow's tests reach, and how much its test files ask for. */
export interface TargetShare {
  readonly name: TargetName;
  /** Percent, rounded down: 100 means all. */
  readonly percent: number;
  readonly wanted: number;
}

type TargetName = Parameters<CoverageTargets['get']>[0];

/** The kind of parts behind each name; null: all of them. In the order in which they are shown. */
const KINDS = {
  all: null,
  tasks: 'task',
  edges: 'edge',
  outcomes: 'outcome',
  branches: 'branch',
} as const satisfies Record<TargetName, CoveredPart['kind'] | null>;

/** What the test files of a workflow ask for, the most of each kind, with what their tests reach. */
export function compareTargets({ parts, targets }: WorkflowCoverage): readonly TargetShare[] {
  return (Object.keys(KINDS) as TargetName[]).flatMap((name) => {
    const asked = targets.flatMap((each) => each.get(name) ?? []);
    if (asked.length === 0) return [];
    const kind = KINDS[name];
    const own = kind === null ? parts : parts.filter((part) => part.kind === kind);
    return [{ name, percent: percentOf(own), wanted: Math.max(...asked) }];
  });
}

/** Percent of parts that tests reach, rounded down; 100 where there are none. */
export function percentOf(parts: readonly CoveredPart[]): number {
  return parts.length === 0 ? 100 : Math.floor((100 * parts.filter(({ count }) => count > 0).length) / parts.length);
}
