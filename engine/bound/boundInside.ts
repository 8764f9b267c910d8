import type { Workflow } from '../model/index.ts';
import { type Bound, type Gap, type GapReason, type Taken, unbounded } from './Bound.ts';

/** The workflow of another file, with what it imports; null where it is not at hand. */
export type FindWorkflow = (file: string) => Workflow | null;

/** How a run that a task starts is bounded. */
export type BoundInside = (taskId: string, file: string) => Taken;

/** What bounds a run that starts others. */
interface Inside {
  readonly find: FindWorkflow;
  /** The files of the run and of those around it, the outermost first. */
  readonly around: readonly string[];
  readonly bound: (workflow: Workflow) => Taken;
}

/** The bound of a run inside: of its own text. Without one where that is not at hand, or leads back to a file around it. */
export function boundInside(taskId: string, file: string, { find, around, bound }: Inside): Taken {
  if (around.includes(file)) return open(taskId, 'circle', file);
  const workflow = find(file);
  if (workflow === null) return open(taskId, 'missing', file);
  const { time, asked, cost } = bound(workflow);
  return { time: within(file, time), asked: within(file, asked), cost: within(file, cost) };
}

/** Without a bound for time and cost. */
export function open(taskId: string, why: GapReason, runs?: string): Taken {
  const { most } = unbounded(taskId, why);
  const gap = { most, gaps: [{ taskId, why, ...(runs === undefined ? {} : { runs }) }] };
  return { time: gap, asked: gap, cost: gap };
}

/** The tasks of what is missing are those of this file, unless they are of one inside of it. */
function within(file: string, bound: Bound): Bound {
  const place = (gap: Gap): Gap => (gap.file === undefined ? { ...gap, file } : gap);
  return bound.gaps.length === 0 ? bound : { ...bound, gaps: bound.gaps.map(place) };
}
