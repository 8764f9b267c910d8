import type { Analysis } from '../graph/index.ts';
import { findTask } from '../model/index.ts';
import { findNode } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';

/** Something of this document that a text names. */
export interface Target {
  readonly kind: 'task' | 'agent' | 'tool' | 'memory' | 'action';
  readonly id: string;
  readonly path: Path;
}

/** What the scalar at a path names in this document: the task of a `next`, the agent of a `use`, …; null for anything else. */
export function findNamed(analysis: Analysis, path: Path): Target | null {
  const node = findNode(analysis.syntax, path);
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return null;
  const key = path.findLast((step) => typeof step === 'string');
  if (isTaskName(path)) return taskTarget(analysis, node.value);
  if (key === 'use') return resourceTarget(analysis, node.value);
  if (key === 'action') return actionTarget(analysis, path, node.value);
  return null;
}

/** Whether the value at a path is the id of a task: `next`, an item of `next`, a short route, `start`. */
export function isTaskName(path: Path): boolean {
  const [last, parent] = [path.at(-1), path.at(-2)];
  if (last === 'next' || (typeof last === 'number' && parent === 'next')) return true;
  return parent === 'routes' || (path.length === 1 && last === 'start');
}

/** The task with an id. */
export function taskTarget({ workflow }: Analysis, id: string): Target | null {
  const task = findTask(workflow, id);
  return task === undefined ? null : { kind: 'task', id, path: task.path };
}

/** The definition that a root of an expression and an id lead to: `tasks.a`, `agents.b`. */
export function referentTarget(analysis: Analysis, root: string, id: string): Target | null {
  if (root === 'tasks') return taskTarget(analysis, id);
  if (root === 'agents') return resourceTarget(analysis, `agent:${id}`);
  if (root === 'tools') return resourceTarget(analysis, `tool:${id}`);
  const { memory } = analysis.workflow;
  return root === 'memory' && memory?.id === id ? { kind: 'memory', id, path: memory.path } : null;
}

function resourceTarget({ workflow }: Analysis, use: string): Target | null {
  const [, repo, id] = /^(agent|tool):(.+)$/.exec(use) ?? [];
  const found =
    repo === 'agent' ? workflow.agents.find((agent) => agent.id === id) : workflow.tools.find((tool) => tool.id === id);
  return found === undefined || (repo !== 'agent' && repo !== 'tool')
    ? null
    : { kind: repo, id: found.id, path: found.path };
}

function actionTarget(analysis: Analysis, path: Path, id: string): Target | null {
  const use = findNode(analysis.syntax, [...path.slice(0, -1), 'use']);
  const agent = use?.kind === 'scalar' ? resourceTarget(analysis, String(use.value)) : null;
  const action = analysis.workflow.agents
    .find((candidate) => candidate.id === agent?.id)
    ?.actions.find((candidate) => candidate.id === id);
  return action === undefined ? null : { kind: 'action', id, path: action.path };
}
