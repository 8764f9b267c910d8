import type { RunEvent } from '#engine/run';

const ENDS = { success: 'Run finished.', error: 'Run failed.', cancelled: 'Run stopped.' } as const;

/** What a batch of events is worth saying aloud: failed tasks, waits, pauses, and the end. Null for nothing. */
export function announceRun(events: readonly RunEvent[]): string | null {
  const said: string[] = [];
  for (const event of events) {
    if (event.type === 'task.failed') said.push(`${event.taskId} failed: ${event.error.message}`);
    else if (event.type === 'task.waiting') said.push(`${event.taskId} is waiting.`);
    else if (event.type === 'run.paused')
      said.push(event.next === null ? 'Run paused.' : `Run paused before ${event.next.taskId}.`);
    else if (event.type === 'run.resumed') said.push('Run resumed.');
    else if (event.type === 'run.finished') said.push(ENDS[event.status]);
  }
  return said.length === 0 ? null : said.slice(-3).join(' ');
}
