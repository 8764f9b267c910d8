import { type Graph, nameTask } from '#engine';
import type { CutConnection } from '#engine/edit';

/** How many connections are told one by one. */
const TOLD = 2;

/** What becomes of connections when tasks go into a container or out of one, in one line. */
export function describeCuts(graph: Graph, cuts: readonly CutConnection[]): string {
  const told = cuts.slice(0, TOLD).map(({ source, target, via, next }) => {
    const from = nameTask(graph, source);
    if (next !== null) return `${from} connects to ${nameTask(graph, next)}`;
    const how = via === 'on_success' ? '' : ` (${via})`;
    return `cuts ${from} → ${nameTask(graph, target)}${how}`;
  });
  const more = cuts.length > TOLD ? [`and ${cuts.length - TOLD} more`] : [];
  return [...told, ...more].join(', ');
}
