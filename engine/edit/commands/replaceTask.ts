import type { Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { holdsTasks } from '../../model/index.ts';
import type { Layout, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode, readTaskNames, takenIds } from '../find/findTaskNode.ts';
import { findIdProblem } from '../find/freshId.ts';
import { findHeir, findSiblingJump, refuse, withTaskNames } from '../find/refuse.ts';
import { renameSteps } from '../rename/renameTask.ts';
import { editFile, findSyntaxRefusal, removePath, type Step, setAt } from '../steps/editFile.ts';
import { renameInLayout } from '../steps/layoutEntries.ts';
import { agentSteps, type TaskDraft } from '../steps/newTask.ts';
import { convertSteps } from './convertType.ts';

/** A task and what takes its place. */
export interface Replacement {
  readonly id: string;
  /** With an `id` the task is renamed too, and everything that names it follows. */
  readonly draft: TaskDraft;
  /** The file's layout now: the card keeps its place. */
  readonly layout?: Layout | undefined;
}

/** What a task does; of the old task nothing of it is left. */
const WORK = ['import', 'use', 'action', 'with', 'schema'] as const;

/**
 * Puts another task in a task's place: what it runs, and with which data, is the draft's; the id, connections, handlers,
 * retry and config that the new type knows stay as they are written. Refused with `CONTAINER_NOT_EMPTY` where tasks would be
 * lost, and where the new id is taken.
 */
export function replaceTask(analysis: Analysis, { id, draft, layout }: Replacement): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task, children } = found.value;
  // Without its import it would lose the id it has from there.
  const known = task.id === '' && task.import !== null ? readTaskNames(analysis).nameOf(id) : id;
  const own = known === id ? task.id : known;
  const to = draft.id ?? own;
  const problem = to === own ? null : findIdProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  if (to !== own && takenIds(analysis).has(to)) {
    return refuse('DUPLICATE_ID', to, `There is already a task “${to}”. Ids are unique in the whole workflow.`);
  }
  if (children.length > 0 && !holdsTasks(draft.type)) {
    const message = `A ${draft.type} task holds no tasks. Move or remove the tasks inside “${id}” first.`;
    return withTaskNames(analysis, refuse('CONTAINER_NOT_EMPTY', id, message));
  }
  const heir = draft.type === task.type ? null : findHeir(analysis, task);
  const obstacle = findSiblingJump(analysis, found.value, draft.type) ?? heir;
  if (obstacle) return obstacle;
  const renaming =
    to === task.id
      ? []
      : renameSteps(analysis, { id: known, to, path: task.path, isNamed: own === known && to !== own });
  const fields = new Map<string, Step>();
  for (const key of WORK) fields.set(key, removePath([...task.path, key]));
  if (draft.use !== undefined) fields.set('use', setAt([...task.path, 'use'], draft.use));
  if (draft.action !== undefined) fields.set('action', setAt([...task.path, 'action'], draft.action));
  if (draft.with !== undefined && draft.with.size > 0) fields.set('with', setAt([...task.path, 'with'], draft.with));
  if (draft.name !== undefined) fields.set('name', setAt([...task.path, 'name'], draft.name));
  const conversion = convertSteps(analysis, task, draft);
  const steps = [...renaming, ...agentSteps(analysis, draft), ...conversion, ...fields.values()];
  return editFile(analysis, { origin: `replaceTask:${id}`, steps, layout: renameInLayout(layout, id, to) });
}
