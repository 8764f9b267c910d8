import { assertNever } from '../base/index.ts';
import type { RunEvent } from '../run/index.ts';

/** The progress line of an event for the terminal; empty for events that are not shown. */
export function formatProgress(event: RunEvent): string {
  switch (event.type) {
    case 'task.started':
      return `  … ${event.taskId}\n`;
    case 'task.succeeded':
      return `  ✓ ${event.taskId} ${event.duration} ms${event.simulated ? ' (simulated)' : ''}${event.pinned === undefined ? '' : ` (${event.pinned})`}\n`;
    case 'task.failed':
      return `  ✗ ${event.taskId} ${event.error.code}: ${event.error.message}\n`;
    case 'task.cancelled':
      return `  – ${event.taskId} cancelled\n`;
    case 'task.retrying':
      return `  ↻ ${event.taskId} ${event.error.code}; attempt ${event.attempt} of ${event.attempts} in ${event.delay} ms\n`;
    case 'run.paused':
      return event.next === null ? '  ‖ paused\n' : `  ‖ paused before ${event.next.taskId}\n`;
    case 'run.resumed':
      return '  › resumed\n';
    case 'task.reused':
      return `  = ${event.taskId} as in the earlier run\n`;
    case 'warning':
      return `  ! ${event.message}\n`;
    case 'run.started':
    case 'run.finished':
    case 'task.queued':
    case 'task.attempt':
    case 'task.waiting':
    case 'task.progress':
    case 'handler.fired':
    case 'edge.taken':
    case 'effect.requested':
    case 'effect.completed':
    case 'value.edited':
      return '';
    default:
      return assertNever(event);
  }
}
