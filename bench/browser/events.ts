import type { RunEvent } from '../../engine/run/index.ts';
import { runInMemory } from '../runs/runInMemory.ts';
import { loop } from '../runs/workflows.ts';

/** So many events of a loop, the last of them the end of the run. */
export function makeEvents(count: number): readonly RunEvent[] {
  const events: RunEvent[] = [];
  runInMemory(loop(Math.ceil(count / 6)), events);
  const end = events.at(-1);
  if (end === undefined || events.length < count) throw new Error(`The loop has only ${events.length} events.`);
  return [...events.slice(0, count - 1), end];
}
