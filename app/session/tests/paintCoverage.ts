import { analysisOf } from '../document/analysis.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import type { FoundTests, TestedFile } from '../store/TestedFile.ts';
import { type CoveredPart, toMarks } from './coverageMarks.ts';
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
