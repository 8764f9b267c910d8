import { analysisOf } from '../document/analysis.ts';
import { session, update } from '../store/store.ts';
import type { FoundTests, TestedFile } from '../store/TestedFile.ts';
import { toMarks } from './coverageMarks.ts';

/** A part of a workflow, with how often its tests came to it. */
export type CoveredPart = NonNullable<FoundTests['coverage']>[number];

/** Percent of all parts, or of a kind of them, that a test file asks its tests to come to. */
export type CoverageTargets = FoundTests['targets'];

/** What the tests of a workflow came to, those of all files together. */
export interface WorkflowCoverage {
  readonly path: string;
  /** In the order of the text. */
  readonly parts: readonly CoveredPart[];
  /** What its test files ask for, as each of them does. */
  readonly targets: readonly CoverageTargets[];
}

/** The coverage of each workflow all of whose tests were played on the texts as they are, in the order of the files. */
export function coverageOf(files: Iterable<TestedFile>): readonly WorkflowCoverage[] {
  const known = new Map<string, Omit<WorkflowCoverage, 'path'> | null>();
  for (const { found } of files) {
    const { workflow, coverage, targets } = found;
    if (workflow === null || found.tests.length === 0) continue;
    const before = known.get(workflow);
    if (coverage === null || before === null) known.set(workflow, null);
    else known.set(workflow, { parts: add(before?.parts, coverage), targets: [...(before?.targets ?? []), targets] });
  }
  return [...known].flatMap(([path, own]) => (own === null ? [] : [{ path, ...own }]));
}

/** Both are of one text, so that their parts are the same. */
function add(before: readonly CoveredPart[] | undefined, more: readonly CoveredPart[]): readonly CoveredPart[] {
  if (before === undefined) return more;
  return more.map((part, index) => ({ ...part, count: part.count + (before[index]?.count ?? 0) }));
}

/** Paints what the tests of a workflow came to on its cards and lines; null: paints nothing. */
export function paintCoverage(path: string | null): void {
  const state = session.getState();
  const found = coverageOf(state.run.tested.values()).find((each) => each.path === path);
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

/** Paints anew what is painted, after tests were played. */
export function repaintCoverage(): void {
  const { painted } = session.getState().run;
  if (painted?.kind === 'coverage') paintCoverage(painted.path);
}
