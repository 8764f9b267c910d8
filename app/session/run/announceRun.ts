import type { RunError, RunEvent, tellItems } from '#engine/run';

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
