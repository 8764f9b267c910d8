import { ok, type Result } from '../base/index.ts';
import type { Analysis } from '../graph/index.ts';
import { findNode } from '../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../text/index.ts';
import { editFile, findSyntaxRefusal, type Step } from './editFile.ts';
import { findTaskNode } from './findTaskNode.ts';
import { findIdProblem, takenTaskIds } from './freshId.ts';
import { renameInLayout } from './layoutEntries.ts';
import { refuse } from './refuse.ts';
import { rewriteReferences } from './rewriteReferences.ts';
import { setAt } from './setAt.ts';
import { readNext, writeNext } from './writeNext.ts';

/** A task and the id it gets. */
export interface TaskRename {
  readonly id: string;
  readonly to: string;
  /** The file's layout now: the card keeps its place. */
  readonly layout?: Layout | undefined;
}

/**
 * Gives a task another id, and with it every `next`, route, default, `start` and reference in a template that names
 * it. The second of two tasks with one id, and one without id, only get the new id: nothing names them.
 */
export function renameTask(analysis: Analysis, { id, to, layout }: TaskRename): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task } = found.value;
  if (task.id === to) return ok({ origin: `renameTask:${id}`, changes: [] });
  const problem = findIdProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  if (takenTaskIds(analysis.workflow).has(to)) {
    return refuse('DUPLICATE_ID', to, `There is already a task “${to}”. Ids are unique in the whole workflow.`);
  }
  const steps = renameSteps(analysis, { id, to, path: task.path, isNamed: task.id === id });
  return editFile(analysis, { origin: `renameTask:${id}`, steps, layout: renameInLayout(layout, id, to) });
}

/** The steps that give a task another id; everything that names it follows where it is named by its id. */
export function renameSteps(
  analysis: Analysis,
  {
    id,
    to,
    path,
    isNamed,
  }: { readonly id: string; readonly to: string; readonly path: Path; readonly isNamed: boolean },
): Step[] {
  const own = setAt([...path, 'id'], to);
  return isNamed
    ? [own, ...renameTargets(analysis, id, to), rewriteReferences([{ root: 'tasks', from: id, to }])]
    : [own];
}

/** The steps that put one id for another wherever a transition or `start` names it. */
export function renameTargets(analysis: Analysis, from: string, to: string): Step[] {
  const paths = new Map<string, Path>();
  for (const edge of analysis.graph.edges) {
    if (edge.target === from && edge.via !== 'sequence') paths.set(JSON.stringify(edge.path), edge.path);
  }
  const steps = [...paths.values()].map((path): Step => {
    return (syntax) =>
      writeNext(
        path,
        readNext(syntax, path).map((id) => (id === from ? to : id)),
      )(syntax);
  });
  return findNode(analysis.syntax, ['start']) && analysis.workflow.start === from
    ? [...steps, setAt(['start'], to)]
    : steps;
}
