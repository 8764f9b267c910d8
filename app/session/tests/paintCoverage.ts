import { analysisOf } from '../document/analysis.ts';
import type { FoundTests, PaintedMark, TestedFile } from '../store/ProofState.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { keyOf } from './listTests.ts';

/** Percent of all parts, or of a kind of them, that a test file asks its tests to come to. */
export type CoverageTargets = FoundTests['targets'];

/** What the tests and datasets of a workflow came to, those of all files together. */
export interface WorkflowCoverage {
  readonly path: string;
  /** In the order of the text. */
  readonly parts: readonly CoveredPart[];
  /** What its test files ask for, as each of them does. */
  readonly targets: readonly CoverageTargets[];
  /** Names of the datasets that do not count here, since they were not played on the texts as they are. */
  readonly unplayed: readonly string[];
}

type Proofs = Pick<SessionState['run'], 'tested' | 'grids'>;

/** The coverage of each workflow all of whose tests were played on the texts as they are, in the order of the files. */
export function coverageOf({ tested, grids }: Proofs): readonly WorkflowCoverage[] {
  const known = new Map<string, Omit<WorkflowCoverage, 'path'> | null>();
  for (const [path, file] of tested) {
    const { workflow, coverage, targets, tests } = file.found;
    if (workflow === null) continue;
    const { counted, unplayed } = playedDatasets(path, file, grids);
    if (tests.length === 0 && counted.length === 0) continue;
    const before = known.get(workflow);
    if (before === null || (tests.length > 0 && coverage === null)) {
      known.set(workflow, null);
      continue;
    }
    const parts = [coverage ?? [], ...counted].reduce((sum, each) => add(sum, each), before?.parts ?? []);
    known.set(workflow, {
      parts,
      targets: [...(before?.targets ?? []), targets],
      unplayed: [...(before?.unplayed ?? []), ...unplayed],
    });
  }
  return [...known].flatMap(([path, own]) => (own === null ? [] : [{ path, ...own }]));
}

/** What the datasets of a file came to on the texts as they are, and those that were not played on them. */
function playedDatasets(
  path: string,
  { found, text, files }: TestedFile,
  grids: Proofs['grids'],
): { readonly counted: readonly (readonly CoveredPart[])[]; readonly unplayed: readonly string[] } {
  const counted: (readonly CoveredPart[])[] = [];
  const unplayed: string[] = [];
  for (const [index, { name }] of found.datasets.entries()) {
    const grid = grids.get(keyOf({ path, index }));
    const isNow =
      grid !== undefined &&
      grid.files.get(path) === text &&
      [...files].every(([other, now]) => !grid.files.has(other) || grid.files.get(other) === now);
    if (isNow && grid.result !== null) counted.push(grid.result.coverage);
    else unplayed.push(name);
  }
  return { counted, unplayed };
}

/** Both are of one text, so that their parts are the same. */
function add(before: readonly CoveredPart[], more: readonly CoveredPart[]): readonly CoveredPart[] {
  if (before.length === 0 || more.length === 0) return before.length === 0 ? more : before;
  return more.map((part, index) => ({ ...part, count: part.count + (before[index]?.count ?? 0) }));
}

/** Paints what the tests of a workflow came to on its cards and lines; null: paints nothing. */
export function paintCoverage(path: string | null): void {
  const state = session.getState();
  const found = coverageOf(state.run).find((each) => each.path === path);
  const source = path === null ? undefined : state.document.workspace.files.get(path);
  const graph = analysisOf(state, path, 'resolved')?.graph;
  if (path === null || found === undefined || source === undefined || graph === undefined) {
    update({ run: { painted: null } });
    return;
  }
  const ids = new Map(graph.edges.map(({ id, source: from, via, target }) => [`${from} ${via} → ${target}`, id]));
  const edges = new Map<string, number>();
  for (const { kind, task, name, count } of found.parts) {
    const edge = kind === 'edge' ? ids.get(`${task} ${name}`) : undefined;
    if (edge !== undefined) edges.set(edge, count);
  }
  update({ run: { painted: { kind: 'coverage', path, source, tasks: toMarks(found.parts), edges } } });
}

/** Paints again what is painted, after tests were played. */
export function repaintCoverage(): void {
  const { painted } = session.getState().run;
  if (painted?.kind === 'coverage') paintCoverage(painted.path);
}

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
