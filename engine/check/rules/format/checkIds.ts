import { type Data, isDataMap } from '../../../base/index.ts';
import { type Agent, walkTasks } from '../../../model/index.ts';
import type { Path } from '../../../text/index.ts';
import { type Finding, fixByRemoving, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

interface Named {
  readonly id: string;
  readonly path: Path;
}

/** Duplicate ids, and ids with a special meaning. The format's schema reports missing ones. */
export const checkIds: Rule = function* (subject) {
  const { workflow } = subject.analysis;
  const tasks = [...walkTasks(workflow)].map(({ task }) => task);
  yield* duplicates(tasks, 'task', subject);
  yield* duplicates(workflow.agents, 'agent', subject);
  yield* duplicates(workflow.tools, 'tool', subject);
  for (const agent of workflow.agents) {
    yield* duplicates(agent.actions, 'action', subject);
    yield* repeatedTools(agent, subject);
  }
  for (const { id, path } of [...tasks, ...workflow.agents, ...workflow.tools]) {
    const meaning = RESERVED.get(id);
    if (meaning !== undefined && (id !== 'end' || path.includes('tasks'))) {
      yield { code: 'RESERVED_ID', path: [...path, 'id'], message: `"${id}" ${meaning} Choose another id.` };
    }
  }
};

/** A model is offered each tool by its id: of two with the same it could only call one. */
function* repeatedTools({ id: owner, tools, path }: Agent, subject: Subject): Iterable<Finding> {
  const seen = new Set<Data>();
  for (const [index, tool] of tools.entries()) {
    const id = isDataMap(tool) ? tool.get('id') : undefined;
    if (typeof id !== 'string' || id === '') continue;
    if (seen.has(id)) {
      const at = [...path, 'tools', index];
      const message = `The agent "${owner}" has a tool "${id}" already. Remove this one, or give it another id.`;
      const fixes = fixByRemoving(subject, at, 'Remove this tool');
      yield { code: 'DUPLICATE_ID', path: [...at, 'id'], message, fixes };
    }
    seen.add(id);
  }
}

const RESERVED: ReadonlyMap<string, string> = new Map([
  ['end', 'usually ends a branch: with a task of this name, `next: end` means the task.'],
  ['__proto__', 'has a special meaning in JavaScript, and other tools may lose it.'],
]);

function* duplicates(things: readonly Named[], kind: string, subject: Subject): Iterable<Finding> {
  const taken = new Set(things.map(({ id }) => id));
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, path } of things) {
    if (id !== '' && seen.has(id)) {
      // Counted on from the last one: a file may have one id thousands of times.
      let count = counts.get(id) ?? 2;
      while (taken.has(`${id}_${count}`)) count++;
      counts.set(id, count + 1);
      const free = `${id}_${count}`;
      taken.add(free);
      yield {
        code: 'DUPLICATE_ID',
        path: [...path, 'id'],
        message: `There is already ${kind === 'agent' || kind === 'action' ? 'an' : 'a'} ${kind} "${id}". Ids are unique${kind === 'task' ? ' in the whole workflow, also inside containers' : ''}: give this one another.`,
        fixes: fixBySetting(subject, [...path, 'id'], free, `Rename to ${free}`),
      };
    }
    seen.add(id);
  }
}
