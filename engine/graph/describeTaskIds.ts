import type { Graph, GraphNode } from './Graph.ts';

/**
 * A message with quoted internal node ids (`a#tasks/3`, `#tasks/3`) replaced by descriptions: the name or place of a task
 * without an id, the number among those with the same id of any other. It still begins with a capital.
 */
export function describeTaskIds({ nodes }: Pick<Graph, 'nodes'>, message: string): string {
  if (!message.includes('#')) return message;
  const described = message.replace(
    /(["“])([^"”]*#[^"”]*\/\d+)(["”])/g,
    (quoted: string, open: string, id: string, close: string) => {
      const node = nodes.get(id);
      return node === undefined || node.task.id === id ? quoted : describe(node, { nodes, open, close });
    },
  );
  return described.startsWith('the ') && !message.startsWith('the ') ? `T${described.slice(1)}` : described;
}

/** What a task is called on screen: its name, else its id, else its place in its list; the id itself where there is no such task. */
export function nameTask({ nodes }: Pick<Graph, 'nodes'>, id: string): string {
  const task = nodes.get(id)?.task;
  if (task === undefined) return id;
  if (task.name) return task.name;
  return task.id === '' ? `The ${formatOrdinal(Number(task.path.at(-1)) + 1)} task` : task.id;
}

interface Quotes extends Pick<Graph, 'nodes'> {
  readonly open: string;
  readonly close: string;
}

function describe({ id, task, parent }: GraphNode, quotes: Quotes): string {
  const { nodes, open, close } = quotes;
  if (task.id !== '') {
    const same = [...nodes.values()].filter((other) => other.task.id === task.id).map((other) => other.id);
    return `${open}${task.id}${close} (number ${same.indexOf(id) + 1} of that id)`;
  }
  if (task.name) return `the task ${open}${task.name}${close}`;
  if (task.import) return `the task imported from ${open}${task.import}${close}`;
  const place = `the ${formatOrdinal(Number(task.path.at(-1)) + 1)} task`;
  const container = parent === null ? undefined : nodes.get(parent);
  if (container === undefined) return place;
  return `${place} in ${container.task.id === container.id ? open + container.id + close : describe(container, quotes)}`;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`. */
function formatOrdinal(count: number): string {
  const teen = Math.floor((count % 100) / 10) === 1;
  const ending = teen ? undefined : ['st', 'nd', 'rd'][(count % 10) - 1];
  return `${count}${ending ?? 'th'}`;
}
