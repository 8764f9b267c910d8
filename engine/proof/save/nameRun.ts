import type { Analysis } from '../../graph/index.ts';
import { type Task, traitsOf } from '../../model/index.ts';
import type { RunEvent } from '../../run/index.ts';

/** So much of what happened is in a name. */
const MOST_PARTS = 2;

/** What happened in a run, as the name of a test: how it ended where that is not well, which failures it survived, which ways were chosen. */
export function nameRun({ graph }: Analysis, events: readonly RunEvent[]): string {
  const end = events.at(-1);
  const last = events.findLast((event) => event.type === 'task.failed');
  if (end?.type === 'run.finished' && end.status === 'cancelled') return 'is cancelled';
  if (end?.type === 'run.finished' && end.error !== null)
    return last === undefined ? `ends with ${end.error.code}` : `${last.taskId} fails with ${end.error.code}`;
  const parts = new Set<string>();
  for (const event of events) {
    if (event.type === 'task.failed') parts.add(`${event.taskId} fails with ${event.error.code}`);
    if (event.type === 'task.succeeded' && event.retryCount > 0)
      parts.add(`${event.taskId} succeeds at attempt ${event.retryCount + 1}`);
    if (event.type === 'edge.taken' && isChoice(graph.nodes.get(event.taskId)?.task))
      parts.add(`${event.taskId} chooses ${event.via.replace(/^routes\./, '')}`);
  }
  return parts.size === 0 ? 'succeeds' : [...parts].slice(0, MOST_PARTS).join(', ');
}

function isChoice(task: Task | undefined): boolean {
  return task !== undefined && traitsOf(task.type).hasRoutes;
}
