import { isTestFile } from '../../model/index.ts';
import { renameKey } from '../../syntax/index.ts';
import { isExpected, listTaskPlaces, namedWorkflow, renameInName, workflowOf } from '../../testFile/index.ts';
import type { Step } from '../steps/editFile.ts';
import { renameKeys } from '../steps/rewriteReferences.ts';
import { setAt } from '../steps/setAt.ts';
import type { FileSteps, WorkspaceFiles } from '../steps/workspaceFiles.ts';

/** A task that gets another id, and the files that know it by the old one. */
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
  for (const path of workspace.files.keys()) {
    if (!isTestFile(path)) continue;
    const analysis = workspace.analysisOf(path);
    if (analysis === undefined || analysis.isBroken) continue;
    const workflow = workflowOf(path, namedWorkflow(analysis.syntax));
    if (workflow === null || !workflows.has(workflow)) continue;
    // What is inside is changed before the key that leads there is another one.
    const places = listTaskPlaces(analysis.syntax).toSorted((a, b) => b.path.length - a.path.length);
    const named = places.flatMap((place): readonly Step[] => {
      const name = renameInName(place.name, from, to);
      if (name === place.name) return [];
      return [place.isKey ? (syntax) => renameKey(syntax, place.path, name) : setAt(place.path, name)];
    });
    const references = renameKeys(to, (reference, at) =>
      isExpected(at) && reference.root === 'tasks' && reference.path[0] === from ? 0 : null,
    );
    steps.add(path, [references, ...named]);
  }
}
