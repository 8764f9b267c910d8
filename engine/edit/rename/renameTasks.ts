import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Path, Refusal, TextEdit, Transaction } from '../../text/index.ts';
import { findTaskNode } from '../find/findTaskNode.ts';
import { findIdProblem, takenTaskIds } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, readNext, type Step, setAt, writeNext } from '../steps/editFile.ts';
import { rewriteReferences } from '../steps/rewriteReferences.ts';
import { renameInOutputs } from './renameTask.ts';

/**
 * Gives many tasks other ids at once, as {@link renameTask} gives one, and reads the text once for all of them. Refused as a whole:
 * with `DUPLICATE_ID` where a task has one of the new ids already, with `NOT_AT_TOP` where the output of a container has that of a task.
 *
 * @param names by the id of a task, the one it gets
 */
export function renameTasks(analysis: Analysis, names: ReadonlyMap<string, string>): Result<Transaction, Refusal> {
  const taken = takenTaskIds(analysis.workflow);
  const steps: Step[] = [];
  for (const [id, to] of names) {
    const found = findTaskNode(analysis, id);
    if (!found.ok) return found;
    const { path } = found.value.task;
    const problem = findIdProblem(to);
    if (problem) return refuse('INVALID_ID', to, problem);
    if (taken.has(to)) return refuse('DUPLICATE_ID', to, `There is already a task “${to}”. Ids are unique.`);
    if (renameInOutputs(analysis, path, to).length > 0)
      return refuse(
        'NOT_AT_TOP',
        id,
        `“${id}” is in a container whose output has that of “${id}”. Rename it by itself.`,
      );
    steps.push(setAt([...path, 'id'], to));
  }
  steps.push(...renameTargets(analysis, names));
  steps.push(rewriteReferences([...names].map(([from, to]) => ({ root: 'tasks', from, to }))));
  return editFile(analysis, { origin: 'renameTasks', steps: [atOnce(steps)] });
}

/** Steps of which each changes other characters, as one. */
function atOnce(steps: readonly Step[]): Step {
  return (syntax) => {
    const edits: TextEdit[] = [];
    for (const step of steps) {
      const done = step(syntax);
      if (!done.ok) return done;
      edits.push(...done.value);
    }
    return ok(edits.sort((a, b) => a.start - b.start));
  };
}

/** A step for each transition, and `start`, that names one of them. */
function renameTargets({ graph, syntax, workflow }: Analysis, names: ReadonlyMap<string, string>): Step[] {
  const paths = new Map<string, Path>();
  for (const { target, via, path } of graph.edges) {
    if (names.has(target) && via !== 'sequence') paths.set(JSON.stringify(path), path);
  }
  const rename = (id: string): string => names.get(id) ?? id;
  const steps = [...paths.values()].map(
    (path): Step =>
      (syntax) =>
        writeNext(path, readNext(syntax, path).map(rename))(syntax),
  );
  const start = findNode(syntax, ['start']) ? workflow.start : null;
  return start && names.has(start) ? [...steps, setAt(['start'], rename(start))] : steps;
}
