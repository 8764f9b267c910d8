import type { Analysis } from '../../graph/index.ts';
import { isTestFile } from '../../model/index.ts';
import { findNode, renameKey } from '../../syntax/index.ts';
import {
  isExpected,
  listTaskPlaces,
  listUsePlaces,
  namedWorkflow,
  renameInName,
  workflowOf,
} from '../../testFile/index.ts';
import type { Step } from '../steps/editFile.ts';
import { renameKeys } from '../steps/rewriteReferences.ts';
import { setAt } from '../steps/setAt.ts';
import type { FileSteps, WorkspaceFiles } from '../steps/workspaceFiles.ts';

/** What gets another id, and the files that know it by the old one. */
export interface TestedRename {
  readonly workflows: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/** Adds the steps that put one id for another wherever tests of these workflows name the task. Test files whose YAML is broken stay as they are. */
export function renameInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    // What is inside is changed before the key that leads there is another one.
    const places = listTaskPlaces(syntax).toSorted((a, b) => b.path.length - a.path.length);
    const named = places.flatMap((place): readonly Step[] => {
      const name = renameInName(place.name, from, to);
      if (name === place.name) return [];
      return [place.isKey ? (own) => renameKey(own, place.path, name) : setAt(place.path, name)];
    });
    const references = renameKeys(to, (reference, at) =>
      isExpected(at) && reference.root === 'tasks' && reference.path[0] === from ? 0 : null,
    );
    steps.add(path, [references, ...named]);
  }
}

/** As {@link renameInTests}, for a tool or an agent that tests expect to be called. */
export function renameUsesInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    const places = listUsePlaces(syntax).filter(({ use }) => use === from);
    steps.add(
      path,
      places.map((place) => setAt(place.path, to)),
    );
  }
}

/** As {@link renameInTests}, for a property of the input, which tests give to their runs. */
export function renameInputInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    const tests = findNode(syntax, ['tests']);
    const count = tests?.kind === 'list' ? tests.items.length : 0;
    const given = Array.from({ length: count }, (_, index) => ['tests', index, 'input', from] as const);
    steps.add(
      path,
      given.filter((place) => findNode(syntax, place) !== undefined).map((place) => (own) => renameKey(own, place, to)),
    );
  }
}

/** The test files of some workflows whose YAML can be read. */
function* testsOf(workspace: WorkspaceFiles, workflows: ReadonlySet<string>): Generator<Analysis> {
  for (const path of workspace.files.keys()) {
    if (!isTestFile(path)) continue;
    const analysis = workspace.analysisOf(path);
    if (analysis === undefined || analysis.isBroken) continue;
    const workflow = workflowOf(path, namedWorkflow(analysis.syntax));
    if (workflow !== null && workflows.has(workflow)) yield analysis;
  }
}
