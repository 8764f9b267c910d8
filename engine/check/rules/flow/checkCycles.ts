import { alwaysJumps, edgesBySource, type GraphEdge } from '../../../graph/index.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Cycles no task of which can lead out or end: such a run continues until it is stopped or hits a limit. */
export const checkCycles: Rule = function* ({ analysis }) {
  const { nodes, edges } = analysis.graph;
  const outgoing = edgesBySource(edges);
  const order = new Map([...nodes.keys()].map((id, index) => [id, index]));
  for (const cycle of findCycles([...nodes.keys()], outgoing)) {
    const members = new Set(cycle);
    const leaves = cycle.some((id) => {
      const own = outgoing.get(id) ?? [];
      const task = nodes.get(id)?.task;
      const mayEnd = task !== undefined && !alwaysJumps(task) && !own.some(({ via }) => via === 'sequence');
      return mayEnd || own.some(({ target }) => !members.has(target));
    });
    const first = cycle.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))[0];
    const task = first === undefined ? undefined : nodes.get(first)?.task;
    if (leaves || task === undefined) continue;
    const names =
      cycle.length === 1
        ? `"${cycle[0]}" leads to itself`
        : `${[...members].sort().slice(0, 6).join(', ')} lead to each other`;
    const message = `${names} and nowhere else: the run loops until it hits its limit. Add a decision, or a way to "end".`;
    yield { code: 'CYCLE_WITHOUT_EXIT', path: [...task.path, 'id'], message };
  }
};

/** Groups of tasks that lead to each other (Tarjan's strongly connected components, without recursion). */
function findCycles(
  ids: readonly string[],
  outgoing: ReadonlyMap<string, readonly GraphEdge[]>,
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const enter = (id: string): StackFrame => {
    order.set(id, order.size);
    low.set(id, order.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, targets: (outgoing.get(id) ?? []).map(({ target }) => target), next: 0 };
  };
  const lower = (id: string, value: number): void => void low.set(id, Math.min(low.get(id) ?? value, value));
  for (const root of ids) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const target = frame.targets[frame.next++];
      if (target !== undefined) {
        if (!order.has(target)) stack.push(enter(target));
        else if (isOpen.has(target)) lower(frame.id, order.get(target) ?? 0);
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.id, low.get(frame.id) ?? 0);
      if (low.get(frame.id) !== order.get(frame.id)) continue;
      // From the end: in a chain of tasks each closes alone, at the top.
      const group = open.splice(open.lastIndexOf(frame.id));
      for (const id of group) isOpen.delete(id);
      if (group.length > 1 || frame.targets.includes(frame.id)) found.push(group);
    }
  }
  return found;
}

interface StackFrame {
  readonly id: string;
  readonly targets: readonly string[];
  next: number;
}
