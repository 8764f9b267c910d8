import type { RunError, RunEvent, tellItems } from '#engine/run';
import type { RunEvents } from '../store/RunState.ts';

/** The events with more after them: another list, which costs what is added. The list that is given stays as it is. */
export function appendEvents(events: RunEvents, more: readonly RunEvent[]): RunEvents {
  const list = events instanceof SharedEvents ? events : new SharedEvents(events.slice());
  return list.append(more);
}

/** A list of events in an array that it shares with the longer lists made of it: it ends where it ended. */
class SharedEvents implements RunEvents {
  readonly length: number;
  readonly #array: RunEvent[];

  constructor(array: RunEvent[]) {
    this.#array = array;
    this.length = array.length;
  }

  append(more: readonly RunEvent[]): SharedEvents {
    // Another list was made of this one already.
    const array = this.#array.length === this.length ? this.#array : this.slice();
    for (const event of more) array.push(event);
    return new SharedEvents(array);
  }

  at(index: number): RunEvent | undefined {
    const place = index < 0 ? index + this.length : index;
    return place < this.length ? this.#array[place] : undefined;
  }

  slice(start = 0, end = this.length): RunEvent[] {
    return this.#array.slice(this.#toPlace(start), this.#toPlace(end));
  }

  #toPlace(index: number): number {
    return index < 0 ? Math.max(0, index + this.length) : Math.min(index, this.length);
  }
}

const ENDS = { success: 'Run finished.', error: 'Run failed.', cancelled: 'Run stopped.' } as const;

/**
 * What a batch of events is worth saying aloud: failed tasks, waits, pauses, and the end. Null for nothing.
 * @param nameOf what a task is called, by its id
 * @param tell how errors are told
 */
export function announceRun(
  events: readonly RunEvent[],
  nameOf: (taskId: string) => string,
  tell: typeof tellItems,
): string | null {
  const said: string[] = [];
  for (const event of events) {
    if (event.type === 'task.failed') said.push(`${nameOf(event.taskId)} failed: ${tell(event.error)}`);
    else if (event.type === 'task.waiting') said.push(describeWait(nameOf(event.taskId), event));
    else if (event.type === 'run.paused')
      said.push(
        event.failed !== undefined
          ? `Run paused: ${nameOf(event.failed.taskId)} failed: ${tell(event.failed.error)}`
          : event.next === null
            ? 'Run paused.'
            : `Run paused before ${nameOf(event.next.taskId)}.`,
      );
    else if (event.type === 'run.resumed') said.push('Run resumed.');
    else if (event.type === 'run.finished') said.push(ENDS[event.status]);
  }
  return said.length === 0 ? null : said.slice(-3).join(' ');
}

/** The errors that are told of a batch. */
export function errorsIn(events: readonly RunEvent[]): readonly RunError[] {
  return events.flatMap((event) => {
    if (event.type === 'task.failed') return event.error;
    return event.type === 'run.paused' && event.failed !== undefined ? event.failed.error : [];
  });
}

/** Asks what the task asks; else says which signal it is that is missing. */
function describeWait(name: string, { reason, title }: Extract<RunEvent, { type: 'task.waiting' }>): string {
  if (title !== undefined) return `${name} is waiting: ${title}`;
  return reason.startsWith('signal ') ? `${name} is waiting for the ${reason}.` : `${name} is waiting.`;
}
