import type { Analysis } from '../../graph/index.ts';
import { findNamed } from '../../testFile/index.ts';
import type { PlayedTest } from '../play/playTest.ts';

/** The tasks of a run that no tool stands for, each once, in the order in which they started first. */
export function startedTasks({ events }: Pick<PlayedTest, 'events'>, { graph }: Analysis): readonly string[] {
  const started = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  return [...new Set(started)].filter((id) => graph.nodes.get(id)?.isReachable === true);
}

/** What a `path` becomes that a run did not take; null: it did. Its tasks in the order in which they started; where one did not, the whole way. */
export function pathOf(
  path: readonly string[],
  played: Pick<PlayedTest, 'events'>,
  analysis: Analysis,
): readonly string[] | null {
  const ids = path.map((name) => findNamed(analysis.graph, name)?.id ?? name);
  const starts = played.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  let next = 0;
  for (const id of starts) if (id === ids[next]) next += 1;
  if (next === ids.length) return null;
  const wanted = new Map<string, string[]>();
  for (const [index, id] of ids.entries()) wanted.set(id, [...(wanted.get(id) ?? []), path[index] ?? id]);
  const ordered = starts.flatMap((id) => wanted.get(id)?.shift() ?? []);
  return ordered.length === path.length ? ordered : startedTasks(played, analysis);
}
