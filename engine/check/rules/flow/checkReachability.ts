import type { Data } from '../../../base/index.ts';
import type { GraphEdge } from '../../../graph/index.ts';
import { childrenOf, HANDLER_NAMES, traitsOf, walkTasks } from '../../../model/index.ts';
import { fixByRemoving, type Rule } from '../../subject/Rule.ts';

/** Tasks nothing leads to: they never run. Tasks inside such a task are not reported again. */
export const checkReachability: Rule = function* ({ analysis }) {
  const { nodes } = analysis.graph;
  if (nodes.size === 0) {
    const { agents, tools, memory, tasks } = analysis.workflow;
    const hasOthers = agents.length > 0 || tools.length > 0 || memory !== null;
    const message = hasOthers
      ? 'These definitions can be imported by other workflows. There are no tasks, so there is nothing to run here.'
      : 'There are no tasks yet, so there is nothing to run. Add the first under "tasks".';
    if (tasks.length === 0) yield { code: 'NO_TASKS', path: ['tasks'], part: 'key', message };
  }
  for (const { task, parent, isReachable } of nodes.values()) {
    if (isReachable || (parent !== null && nodes.get(parent)?.isReachable === false)) continue;
    const subject = task.id === '' ? 'this task' : `"${task.id}"`;
    const message = `Nothing leads to ${subject}, so it never runs. Name it in "next" of a handler such as ${HANDLER_NAMES[1]}, or remove it.`;
    yield { code: 'UNREACHABLE_TASK', path: task.id === '' ? task.path : [...task.path, 'id'], message };
  }
};

/** A workflow whose tasks are all disabled: a run passes its input on and does nothing. */
export const checkDisabled: Rule = function* (subject) {
  const { nodes } = subject.analysis.graph;
  const top = [...nodes.values()].filter(({ parent }) => parent === null);
  const [first] = top;
  if (first === undefined || !top.every(({ task }) => task.isDisabled)) return;
  const path = [...first.task.path, 'disabled'];
  const which = top.length === 1 ? 'The only task' : `All ${top.length} tasks`;
  const message = `${which} ${top.length === 1 ? 'is' : 'are'} disabled, so a run does nothing. Enable a task.`;
  yield { code: 'ALL_DISABLED', path, message, fixes: fixByRemoving(subject, path, `Enable "${first.id}"`) };
};

/** Containers with nothing in them: they do no work, and answer with what they are given (format.md 4). */
export const checkBodies: Rule = function* ({ analysis }) {
  for (const { task } of walkTasks(analysis.workflow)) {
    const { children } = traitsOf(task.type);
    if (children === 'none' || childrenOf(task).length > 0 || task.use !== null || task.import !== null) continue;
    if (children === 'item' && makesItems(task.with)) continue;
    const what =
      children === 'item'
        ? 'This collection does nothing with its items: each gives its own input again.'
        : `This ${task.type} task holds no tasks: its output is its input.`;
    yield { code: 'EMPTY_CONTAINER', path: [...task.path, 'type'], message: `${what} Add "tasks", or "use".` };
  }
};

/** Whether a collection's own `with`, which is evaluated for each item, says more than what the items are. */
function makesItems(data: Data | null): boolean {
  return data instanceof Map ? [...data.keys()].some((key) => key !== 'items') : data !== null;
}

/** `join: all` on tasks to which one way leads at most: there is nothing to wait for. */
export const checkJoins: Rule = function* (subject) {
  const { nodes, edges } = subject.analysis.graph;
  let arrivals: ReadonlyMap<string, number> | undefined;
  for (const { id, task, isStart } of nodes.values()) {
    if (task.join !== 'all') continue;
    arrivals ??= countArrivals(edges);
    if ((arrivals.get(id) ?? 0) + (isStart ? 1 : 0) > 1) continue;
    const path = [...task.path, 'join'];
    const message = `One way leads to "${id}", so there are no branches to wait for.`;
    const fixes = fixByRemoving(subject, path, 'Remove join');
    yield { code: 'JOIN_WITHOUT_EFFECT', path, message, fixes };
  }
};

function countArrivals(edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const arrivals = new Map<string, number>();
  for (const { target } of edges) arrivals.set(target, (arrivals.get(target) ?? 0) + 1);
  return arrivals;
}
