import { assertNever } from '../../base/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import { addIdle, type IdleSpan, type RunEvent, workedBetween } from '../../run/index.ts';
import { type Color, type Printed, toExcerpt } from './terminal.ts';

/** An event of an activation of a task. */
type TaskEvent = Extract<RunEvent, { readonly activation: number }>;

/** Lines for a person who watches a run in a terminal: by name, each task below its container. */
export class Progress {
  readonly #names: ReadonlyMap<string, string>;
  /** Of each activation that has not ended. */
  readonly #shown = new Map<number, Shown>();
  #idle: readonly IdleSpan[] = [];

  constructor(workflow: Workflow) {
    this.#names = new Map([...walkTasks(workflow)].map(({ task }) => [task.id, task.name || task.id]));
  }

  /** The line of an event; empty for what would only be noise. */
  format(event: RunEvent): readonly Printed[] {
    this.#idle = addIdle(this.#idle, event);
    switch (event.type) {
      case 'task.queued':
        this.#note(event);
        return [];
      case 'task.started':
        return this.#line(event, 'dim', '…', '', this.#note(event));
      case 'task.succeeded':
        return this.#end(event, 'green', '✓', describeSuccess(event, this.#idle));
      case 'task.failed':
        return this.#end(event, 'red', '✗', `${event.error.code}: ${event.error.message}`);
      case 'task.cancelled':
        return this.#end(event, 'dim', '–', 'cancelled');
      case 'task.retrying': {
        const next = `attempt ${event.attempt} of ${event.attempts} in ${formatDuration(event.delay)}`;
        return this.#line(event, 'yellow', '↻', `${event.error.code}; ${next}`);
      }
      case 'task.reused':
        return this.#line(event, 'dim', '=', 'as in the earlier run');
      case 'run.paused':
        return [`  ‖ paused${event.next === null ? '' : ` before ${this.#nameOf(event.next.taskId)}`}\n`];
      case 'run.interrupted':
        return [`  ‖ interrupted for ${formatDuration(event.at - event.since)}\n`];
      case 'effect.repeated':
        return this.#line(event, 'yellow', '↻', 'a call that was cut off is made again');
      case 'run.resumed':
        return ['  › resumed\n'];
      case 'warning':
        return ['  ', { color: 'yellow', text: '!' }, ` ${toExcerpt(event.message)}\n`];
      case 'run.started':
      case 'run.finished':
      case 'task.attempt':
      case 'task.waiting':
      case 'task.progress':
      case 'handler.fired':
      case 'edge.taken':
      case 'effect.requested':
      case 'effect.completed':
      case 'child.reported':
      case 'value.edited':
        return [];
      default:
        return assertNever(event);
    }
  }

  #note(event: Extract<RunEvent, { readonly type: 'task.queued' | 'task.started' }>): Shown {
    const { activation, parent, operation } = event;
    const depth = parent === null ? 0 : (this.#shown.get(parent)?.depth ?? -1) + 1;
    const index = operation?.kind === 'item' ? ` [item ${operation.index + 1}]` : '';
    const shown = { depth, name: this.#nameOf(event.taskId) + index };
    this.#shown.set(activation, shown);
    return shown;
  }

  #end(event: TaskEvent, color: Color, sign: string, text: string): readonly Printed[] {
    const line = this.#line(event, color, sign, text);
    this.#shown.delete(event.activation);
    return line;
  }

  #line(
    { activation, taskId }: TaskEvent,
    color: Color,
    sign: string,
    text: string,
    shown: Shown = this.#shown.get(activation) ?? { depth: 0, name: this.#nameOf(taskId) },
  ): readonly Printed[] {
    const indent = '  '.repeat(Math.min(shown.depth, DEEPEST) + 1);
    return [indent, { color, text: sign }, ` ${shown.name}${text === '' ? '' : ` ${toExcerpt(text)}`}\n`];
  }

  #nameOf(taskId: string): string {
    return toExcerpt(this.#names.get(taskId) ?? taskId);
  }
}

/** How an activation is shown. */
interface Shown {
  readonly depth: number;
  readonly name: string;
}

/** Deeper ones are not moved further to the right. */
const DEEPEST = 12;

type Succeeded = Extract<RunEvent, { readonly type: 'task.succeeded' }>;

function describeSuccess(event: Succeeded, idle: readonly IdleSpan[]): string {
  const { at, duration, simulated, pinned } = event;
  return `${formatDuration(workedBetween(idle, at - duration, at))}${simulated ? ' (simulated)' : ''}${pinned === undefined ? '' : ` (${pinned})`}`;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}
