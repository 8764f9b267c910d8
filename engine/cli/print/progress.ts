import { assertNever, type Json } from '../../base/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';
import { addIdle, type IdleSpan, type RunEvent, tellError, tellWarning, workedBetween } from '../../run/index.ts';
import { type Color, type Print, type Printed, toExcerpt } from './terminal.ts';

/** An event of an activation of a task. */
type TaskEvent = Extract<RunEvent, { readonly activation: number }>;

/** Lines for a person who watches a run in a terminal: by name, each task below its container, and a run below the call that started it. */
export class Progress {
  readonly #names: ReadonlyMap<string, string>;
  /** Of each activation that has not ended. */
  readonly #shown = new Map<number, Shown>();
  #idle: readonly IdleSpan[] = [];
  /** The activations of calls that are under way, by key. */
  readonly #calls = new Map<string, number>();
  /** Files that its calls have run. */
  readonly #files = new Set<string>();
  #warnings = 0;
  /** What a warning’s path may lead into: the input, and what each task gave last. */
  readonly #known = { input: null as Json, tasks: new Map<string, { readonly output: Json }>() };
  /** How deep the run itself is: 0 for the outermost. */
  readonly #depth: number;

  constructor(workflow: Workflow, depth = 0) {
    this.#names = new Map([...walkTasks(workflow)].map(({ task }) => [task.id, task.name || task.id]));
    this.#depth = depth;
  }

  /** Lines for the run of a file that a call of this one has started, by the key of the call. */
  below(key: string, file: string, workflow: Workflow): Progress {
    this.#files.add(file);
    const caller = this.#shown.get(this.#calls.get(key) ?? -1);
    return new Progress(workflow, (caller?.depth ?? this.#depth) + 1);
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
        this.#known.tasks.set(event.taskId, event);
        return this.#end(event, 'green', '✓', describeSuccess(event, this.#idle));
      case 'task.failed':
        return this.#end(event, 'red', '✗', `${event.error.code}: ${tellError(event.error)}`);
      case 'task.cancelled':
        return this.#end(event, 'dim', '–', 'cancelled');
      case 'task.retrying': {
        const next = `attempt ${event.attempt} of ${event.attempts} in ${formatDuration(event.delay)}`;
        return this.#line(event, 'yellow', '↻', `${event.error.code}; ${next}`);
      }
      case 'task.waiting':
        return this.#line(event, 'yellow', '~', describeWait(event));
      case 'task.reused':
        return this.#line(event, 'dim', '=', 'as in the earlier run');
      case 'run.paused':
        // A run is paused with the one around it, which says so.
        if (this.#depth > 0) return [];
        return [`  ‖ paused${event.next === null ? '' : ` before ${this.#nameOf(event.next.taskId)}`}\n`];
      case 'run.interrupted':
        return this.#depth > 0 ? [] : [`  ‖ interrupted for ${formatDuration(event.at - event.since)}\n`];
      case 'effect.repeated':
        return this.#line(event, 'yellow', '↻', 'a call that was cut off is made again');
      case 'run.resumed':
        return this.#depth > 0 ? [] : ['  › resumed\n'];
      case 'warning':
        // A call says again what the run below it has warned of.
        if ([...this.#files].some((file) => event.message.startsWith(`${file}: `))) return [];
        this.#warnings += 1;
        return [
          indentOf(this.#depth),
          { color: 'yellow', text: '!' },
          ` ${toExcerpt(tellWarning(event, this.#known))}\n`,
        ];
      case 'signal.refused':
        return [indentOf(this.#depth), { color: 'yellow', text: '!' }, ` ${toExcerpt(event.error.message)}\n`];
      case 'effect.requested':
        this.#calls.set(event.key, event.activation);
        return [];
      case 'effect.completed':
        this.#calls.delete(event.key);
        return [];
      case 'run.started':
        this.#known.input = event.input;
        return [];
      case 'run.finished':
        return this.#countWarnings();
      case 'task.attempt':
      case 'task.progress':
      case 'handler.fired':
      case 'edge.taken':
      case 'child.reported':
      case 'value.edited':
      case 'message.edited':
      case 'wait.skipped':
      case 'time.passed':
      case 'breakpoint.logged':
        return [];
      default:
        return assertNever(event);
    }
  }

  /** The last line of a run that warned. */
  #countWarnings(): readonly Printed[] {
    if (this.#warnings === 0 || this.#depth > 0) return [];
    const noun = this.#warnings === 1 ? 'warning' : 'warnings';
    return ['  ', { color: 'yellow', text: '!' }, ` ${this.#warnings} ${noun}: see the lines marked with !\n`];
  }

  #note(event: Extract<RunEvent, { readonly type: 'task.queued' | 'task.started' }>): Shown {
    const { activation, parent, operation } = event;
    const depth = parent === null ? this.#depth : (this.#shown.get(parent)?.depth ?? this.#depth - 1) + 1;
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
    shown: Shown = this.#shown.get(activation) ?? { depth: this.#depth, name: this.#nameOf(taskId) },
  ): readonly Printed[] {
    return [
      indentOf(shown.depth),
      { color, text: sign },
      ` ${shown.name}${text === '' ? '' : ` ${toExcerpt(text)}`}\n`,
    ];
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

function indentOf(depth: number): string {
  return '  '.repeat(Math.min(depth, DEEPEST) + 1);
}

function describeSuccess(event: Succeeded, idle: readonly IdleSpan[]): string {
  const { at, duration, simulated, pinned } = event;
  return `${formatDuration(workedBetween(idle, at - duration, at))}${simulated ? ' (simulated)' : ''}${pinned === undefined ? '' : ` (${pinned})`}`;
}

/** What a task waits for, and until when: `waiting for signal approval until 17:30:00`. */
function describeWait({ at, reason, until }: Extract<RunEvent, { readonly type: 'task.waiting' }>): string {
  const what = reason === 'delay' ? '' : reason === 'condition' ? ' for its condition' : ` for ${reason}`;
  // No time where it waits for ever, or for longer than there are dates.
  const isDated = until !== null && !Number.isNaN(new Date(until).getTime());
  return `waiting${what}${isDated ? ` until ${formatMoment(until, at)}` : ''}`;
}

/** By the clock of this computer, with the date where that is another one: `17:30:00`, `2026-01-02 17:30:00`. In ms since the epoch. */
function formatMoment(at: number, now: number): string {
  const [date = '', time = ''] = new Date(at).toLocaleString('sv').split(' ');
  return date === new Date(now).toLocaleDateString('sv') ? time : `${date} ${time}`;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}

/** Where the lines of a run and of those below it go. That all of it only waits is said once, until something else is: checks on the way are no news. */
export class ProgressLines {
  readonly #print: Print;
  #hasSaidWaiting = false;

  constructor(print: Print) {
    this.#print = print;
  }

  /** Nothing where there are no parts. */
  readonly print: Print = (...parts) => {
    if (parts.length === 0) return;
    this.#hasSaidWaiting = false;
    this.#print(...parts);
  };

  /** Nothing is under way any more but waits. */
  sayWaiting(): void {
    if (this.#hasSaidWaiting) return;
    this.#print('  ~ waiting\n');
    this.#hasSaidWaiting = true;
  }
}
