import { type Workflow, walkTasks } from '../../model/index.ts';
import { equalOrdered } from '../compare/equalOrdered.ts';
import { isSamePart } from './isSamePart.ts';

/** What is compared part by part, and what no run reads. The name is asked about where it differs. */
const APART: ReadonlySet<string> = new Set(['path', 'name', 'description', 'tasks', 'agents', 'tools']);

/** Whether a run of either workflow is a run of the other: the same program, down to the order of keys of all data in it. */
export function isSameProgram(before: Workflow, after: Workflow): boolean {
  if (!equalOrdered(before, after, APART)) return false;
  const [was, is] = [walkTasks(before), walkTasks(after)];
  if (
    was.length !== is.length ||
    before.agents.length !== after.agents.length ||
    before.tools.length !== after.tools.length
  )
    return false;
  const sameTasks = was.every(({ task, parent, index }, place) => {
    const other = is[place];
    return (
      other !== undefined && other.index === index && other.parent?.id === parent?.id && isSamePart(task, other.task)
    );
  });
  return (
    sameTasks &&
    areSame(before.agents, after.agents) &&
    areSame(before.tools, after.tools) &&
    areActionsSame(before, after)
  );
}

function areSame<T extends Parameters<typeof isSamePart>[0]>(before: readonly T[], after: readonly T[]): boolean {
  const left = new Map(after.map((part) => [part.id, part] as const).toReversed());
  return before.every((part) => {
    const other = left.get(part.id);
    return other !== undefined && isSamePart(part, other);
  });
}

function areActionsSame(before: Workflow, after: Workflow): boolean {
  return before.agents.every((agent) => {
    const other = after.agents.find(({ id }) => id === agent.id);
    return other !== undefined && equalOrdered(agent.actions, other.actions, APART);
  });
}
