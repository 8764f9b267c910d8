import { analyze } from '../graph/index.ts';
import type { Diagnostic } from '../text/index.ts';
import { checkTests } from './checkTests.ts';
import { readTestFile } from './readTestFile.ts';
import { workflowOf } from './workflowOf.ts';

/**
 * What is wrong in a test file of a workspace, by itself and next to its workflow. Patterns must be loaded.
 *
 * @param files texts of the workspace by path; undefined: they are not known
 */
export function checkTestFile(
  { path, text }: { readonly path: string; readonly text: string },
  files?: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const { file, findings } = readTestFile(text);
  if (files === undefined) return findings.all;
  const workflow = workflowOf(path, file.workflow);
  const source = workflow === null ? undefined : files.get(workflow);
  if (workflow === null || source === undefined) {
    const at = file.workflow === null ? [] : ['workflow'];
    const named = workflow ?? file.workflow ?? '';
    findings.add(
      'TEST_WORKFLOW',
      at,
      `There is no “${named}” in the workspace. Write the path of the workflow, seen from this file, under workflow.`,
    );
    return findings.all;
  }
  const analysis = analyze(workflow, source, undefined, files);
  if (!analysis.isBroken) checkTests(file, analysis, findings);
  return findings.all;
}
