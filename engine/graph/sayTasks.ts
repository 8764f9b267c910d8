import type { Graph, GraphNode } from './Graph.ts';

/**
 * A message in which quoted ids of nodes that no text has (`a#tasks/3`, `#tasks/3`) are words: the name or place of the task
 * for one without an id, which of those with the same id for others.
 */
export function sayTasks({ nodes }: Pick<Graph, 'nodes'>, message: string): string {
  if (!message.includes('#')) return message;
  return message.replace(
    /(["“])([^"”]*#[^"”]*\/\d+)(["”])/g,
    (quoted: string, open: string, id: string, close: string) => {
      const node = nodes.get(id);
      return node === undefined || node.task.id === id ? quoted : describe(node, { nodes, open, close });
    },
  );
}

interface Quotes extends Pick<Graph, 'nodes'> {
  readonly open: string;
  readonly close: string;
}

function describe({ id, task }: GraphNode, { nodes, open, close }: Quotes): string {
  if (task.id !== '') {
    const same = [...nodes.values()].filter((other) => other.task.id === task.id).map((other) => other.id);
    return `${open}${task.id}${close} (number ${same.indexOf(id) + 1} of that id)`;
  }
  if (task.name) return `the task ${open}${task.name}${close}`;
  if (task.import) return `the task imported from ${open}${task.import}${close}`;
  return `task ${Number(task.path.at(-1)) + 1} of its list, which has no id`;
}
