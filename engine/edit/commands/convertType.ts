import { type Data, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { HANDLER_NAMES, handlersOf, holdsTasks, TASK_TYPES, type Task, type TaskType } from '../../model/index.ts';
import { propertiesAt } from '../../schema/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode } from '../find/findTaskNode.ts';
import { findHeir, findSiblingJump, refuse, withTaskNames } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, hasEntry, removePath, type Step, setAt } from '../steps/editFile.ts';
import { formatDraft, type TaskDraft } from '../steps/newTask.ts';

/** The keys of `config` that the format has for a task type. */
function configKeys(type: TaskType): readonly string[] {
  const document: Data = new Map([['tasks', [new Map([['type', type]])]]]);
  return propertiesAt(['tasks', 0, 'config'], document).map((property) => property.key);
}

/**
 * Makes a task one of another type. What the new type knows stays, and so does what no type knows; config and handlers
 * of other types go; what the new type requires is added. Refused with `CONTAINER_NOT_EMPTY` where tasks would be lost.
 */
export function convertType(
  analysis: Analysis,
  { id, type }: { readonly id: string; readonly type: TaskType },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task, children } = found.value;
  const origin = `convertType:${id}`;
  if (task.type === type) return ok({ origin, changes: [] });
  if (children.length > 0 && !holdsTasks(type)) {
    const message = `A ${type} task holds no tasks. Move or remove the tasks inside “${id}” first.`;
    return withTaskNames(analysis, refuse('CONTAINER_NOT_EMPTY', id, message));
  }
  const obstacle = findSiblingJump(analysis, found.value, type) ?? findHeir(analysis, task);
  if (obstacle) return obstacle;
  return editFile(analysis, { origin, steps: convertSteps(analysis, task, { type, use: task.use?.text }) });
}

/** The steps that make a task one of another type: what the new type does not know goes, what it requires is added. */
export function convertSteps(analysis: Analysis, task: Task, draft: TaskDraft): Step[] {
  const { type } = draft;
  const foreign = findForeignKeys(analysis, task, type).map((path) => removePath(path));
  return [setAt([...task.path, 'type'], type), ...addRequired(analysis, task, draft), ...foreign];
}

function findForeignKeys(analysis: Analysis, task: Task, type: TaskType) {
  const keys = configKeys(type);
  const foreign = new Set(TASK_TYPES.flatMap(configKeys).filter((key) => !keys.includes(key)));
  const handlers = handlersOf(type);
  const config = findNode(analysis.syntax, [...task.path, 'config']);
  const written = config?.kind === 'map' ? config.entries.map((entry) => entry.key) : [];
  return [
    ...written.filter((key) => foreign.has(key)).map((key) => [...task.path, 'config', key]),
    ...HANDLER_NAMES.filter((name) => !handlers.includes(name)).map((name) => [...task.path, name]),
  ];
}

/** The starting values of the new type, where the task has none of its own. */
function addRequired(analysis: Analysis, task: Task, draft: TaskDraft): Step[] {
  const config = formatDraft(draft, task.id).get('config');
  if (!(config instanceof Map)) return [];
  return [...config]
    .filter(([key]) => !hasEntry(analysis.syntax, [...task.path, 'config', String(key)]))
    .map(([key, value]) => setAt([...task.path, 'config', String(key)], value));
}
