import { isDataMap } from '../../base/index.ts';
import type { ReadableFiles } from '../../effects/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import { exitsOf, type Reference, resolveUse, type Workflow, walkTasks } from '../../model/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { takeSent } from '../prepareEnv.ts';
import type { Variable } from '../RunRequest.ts';
import { DEEPEST } from './limits.ts';
import { readWithImports } from './readWithImports.ts';

/**
 * Variables, those marked as taken that a workflow, or one that it runs by `core:workflow`, sends as a secret. Follows the
 * files that are named without templates, with what they import, as far as they can be read.
 */
export async function takeBelow(
  workflow: Workflow,
  given: readonly Variable[],
  files: ReadableFiles,
): Promise<readonly Variable[]> {
  let variables = takeSent(workflow, given);
  const seen = new Set<string>();
  let next: readonly Workflow[] = given.length === 0 ? [] : [workflow];
  for (let level = 1; level < DEEPEST && next.length > 0; level += 1) {
    const names = [...new Set(next.flatMap(listCalled))].filter((name) => !seen.has(name));
    const found: Workflow[] = [];
    for (const name of names) {
      seen.add(name);
      const read = await readWithImports(name, files);
      if (read.ok) found.push(effectiveWorkflow(analyze(name, read.value.source, undefined, read.value.files)));
    }
    for (const below of found) variables = takeSent(below, variables);
    next = found;
  }
  return variables;
}

/** Files that a workflow runs by `core:workflow` and names without templates. */
function listCalled(workflow: Workflow): readonly string[] {
  const tasks = walkTasks(workflow).map(({ task }) => task);
  const callers = tasks.filter((task) => {
    const use = resolveUse(workflow, task);
    return runsWorkflow(use.kind === 'tool' ? use.tool.use : task.use);
  });
  const ids = new Set(callers.map(({ id }) => id));
  const passed = tasks
    .flatMap((task) => exitsOf(task))
    .filter(({ target }) => target.next.some((id) => ids.has(id)))
    .map(({ target }) => target.with);
  return [...callers.map((task) => task.with), ...passed].flatMap((data) => {
    const file = isDataMap(data) ? data.get('file') : undefined;
    return typeof file === 'string' && !file.includes('{{') ? [file] : [];
  });
}

function runsWorkflow(use: Reference | null): boolean {
  return use !== null && findBuiltIn(`${use.repo}:${use.package}`)?.name === 'workflow';
}
