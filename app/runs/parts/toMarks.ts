import type { ActivationView, RunEvent } from '#engine/run';
import { followRun, type ShownRun } from '../../session/run/index.ts';

/** A word for each way in which a step's answer is not its own; empty where all of it is real. */
export function toMarks({
  pinned,
  isEdited,
  isHurried,
  simulated,
}: Pick<ActivationView, 'pinned' | 'isEdited' | 'isHurried' | 'simulated'>): readonly string[] {
  return [
    ...(pinned === null ? [] : [WORDS[pinned]]),
    ...(isEdited ? ['Edited'] : []),
    ...(isHurried ? ['Hurried'] : []),
    ...(simulated ? ['Simulated'] : []),
  ];
}

const WORDS = { pinned: 'Pinned', mocked: 'Mocked', reused: 'Reused' } as const;

/** What in a run is not its own. */
export interface MarkCounts {
  /** How many steps have each mark: `2 pinned`, `1 edited`. */
  readonly marks: readonly string[];
  /** Simulation is a mark of the run as a whole. */
  readonly hasSimulated: boolean;
}

/** The marks of steps that have some, how many steps have each, and that as it is shown. */
interface Tally {
  readonly marksOf: Map<number, readonly string[]>;
  readonly counts: Map<string, number>;
  readonly shown: MarkCounts;
}

const SIMULATED = 'Simulated';
const NONE: readonly string[] = [];

/** Counts the marks of a run's steps; the same object while they do not change. */
export function countMarks(run: Pick<ShownRun, 'events' | 'view'>): MarkCounts {
  return tally(run).shown;
}

const tally = followRun<Tally>(
  () => ({ marksOf: new Map(), counts: new Map(), shown: { marks: [], hasSimulated: false } }),
  (before, events, { activations }) => {
    let isChanged = false;
    for (const id of listTouched(events)) {
      const activation = activations.get(id);
      if (activation !== undefined && recount(before, id, toMarks(activation))) isChanged = true;
    }
    return isChanged ? { ...before, shown: toShown(before.counts) } : before;
  },
);

/** The activations whose marks may have changed by some events. */
function listTouched(events: readonly RunEvent[]): ReadonlySet<number> {
  return new Set(events.flatMap((event) => ('activation' in event ? [event.activation] : hurriedBy(event))));
}

function hurriedBy(event: RunEvent): readonly number[] {
  return event.type === 'time.passed' && event.step !== null ? [event.step.activation] : [];
}

/** Counts the marks a step has now in place of those it had. Answers whether they differ. */
function recount({ marksOf, counts }: Tally, id: number, marks: readonly string[]): boolean {
  const before = marksOf.get(id) ?? NONE;
  if (before.length === marks.length && before.every((mark, index) => mark === marks[index])) return false;
  for (const mark of before) add(counts, mark, -1);
  for (const mark of marks) add(counts, mark, 1);
  if (marks.length === 0) marksOf.delete(id);
  else marksOf.set(id, marks);
  return true;
}

function add(counts: Map<string, number>, mark: string, by: number): void {
  const count = (counts.get(mark) ?? 0) + by;
  if (count === 0) counts.delete(mark);
  else counts.set(mark, count);
}

function toShown(counts: ReadonlyMap<string, number>): MarkCounts {
  return {
    marks: [...counts].flatMap(([mark, count]) => (mark === SIMULATED ? [] : [`${count} ${mark.toLowerCase()}`])),
    hasSimulated: counts.has(SIMULATED),
  };
}
