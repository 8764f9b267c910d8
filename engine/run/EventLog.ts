import { assertNever, type Json } from '../base/index.ts';
import type { EdgeVia } from '../graph/index.ts';
import type { Fired, Move } from './plans.ts';
import type { Activation } from './Run.ts';
import type { Operation, RunEvent } from './RunEvent.ts';

/** How far a container has come: how many of its parts are done, and failed. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

/** How many cells a sheet has, and how many the widest event takes. */
const SHEET = 256;
const WIDEST = 8;

/** What the first cell of an event says: the kinds that every step of a run leads to, and any other, which is kept as it is. */
const STARTED = 0;
const ATTEMPT = 1;
const SUCCEEDED = 2;
const FIRED = 3;
const EDGE = 4;
const PROGRESS = 5;
const OTHER = 6;
type Kind = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Cells of each kind. */
const WIDTHS = [6, 4, 7, 6, 6, 6, 2] as const;

/**
 * What one input led to, in order. What every step says again and again is kept as cells in rows, a third of what objects
 * take, and becomes events when it is read: runs of many steps keep all of them in memory.
 */
export class EventLog {
  /** How many events there are. */
  length = 0;
  /** Number of the first, and when all of them happened, in ms since the epoch. */
  private readonly first: number;
  private readonly at: number;
  private readonly sheets: unknown[][] = [];
  private sheet: unknown[] = [];
  private used = SHEET;
  /** Where the last event stands in its sheet. */
  private latest = 0;

  constructor(first: number, at: number) {
    this.first = first;
    this.at = at;
  }

  /** Any event, with its number and time. */
  add(event: RunEvent): void {
    const at = this.open();
    this.sheet[at] = OTHER;
    this.sheet[at + 1] = event;
    this.close(OTHER);
  }

  /** `task.started`: as the activation is now. */
  addStarted(activation: Activation): void {
    const at = this.openOf(STARTED, activation);
    this.sheet[at] = activation.scope.container?.id ?? null;
    this.sheet[at + 1] = activation.operation;
    this.sheet[at + 2] = activation.input;
    this.close(STARTED);
  }

  /** `task.attempt`: the one that begins now. */
  addAttempt(activation: Activation): void {
    const at = this.openOf(ATTEMPT, activation);
    this.sheet[at] = activation.attempt;
    this.close(ATTEMPT);
  }

  /** `task.succeeded`, after so many ms; of an activation that ran. */
  addSucceeded(activation: Activation, duration: number): void {
    const at = this.openOf(SUCCEEDED, activation);
    this.sheet[at] = activation.output;
    this.sheet[at + 1] = duration;
    this.sheet[at + 2] = activation.attempt;
    this.sheet[at + 3] = activation.simulated;
    this.close(SUCCEEDED);
  }

  /** `handler.fired`. */
  addFired(activation: Activation, { handler, next, event }: Fired): void {
    const at = this.openOf(FIRED, activation);
    this.sheet[at] = handler;
    this.sheet[at + 1] = next;
    this.sheet[at + 2] = event;
    this.close(FIRED);
  }

  /** `edge.taken`. */
  addEdge(activation: Activation, { via, target, with: data }: Move): void {
    const at = this.openOf(EDGE, activation);
    this.sheet[at] = via;
    this.sheet[at + 1] = target;
    this.sheet[at + 2] = data;
    this.close(EDGE);
  }

  /** `task.progress`. */
  addProgress(activation: Activation, { done, total, failed }: Progress): void {
    const at = this.openOf(PROGRESS, activation);
    this.sheet[at] = done;
    this.sheet[at + 1] = total;
    this.sheet[at + 2] = failed;
    this.close(PROGRESS);
  }

  /** The last event; null where there is none. */
  last(): RunEvent | null {
    if (this.length === 0) return null;
    return readEvent(this.sheet, this.latest, { seq: this.first + this.length - 1, at: this.at });
  }

  /** The events, made anew at each call. */
  toArray(): RunEvent[] {
    const events: RunEvent[] = [];
    for (const sheet of this.sheets) {
      // What a sheet has left at its end is empty.
      for (let place = 0; place < SHEET && sheet[place] !== undefined; place += widthAt(sheet, place))
        events.push(readEvent(sheet, place, { seq: this.first + events.length, at: this.at }));
    }
    return events;
  }

  /** Where the next event stands in its sheet. */
  private open(): number {
    if (this.used + WIDEST > SHEET) {
      // oxlint-disable-next-line unicorn/no-new-array -- made in one piece: it neither grows nor is filled.
      this.sheet = new Array<unknown>(SHEET);
      this.sheets.push(this.sheet);
      this.used = 0;
    }
    return this.used;
  }

  /** Begins the event of an activation; its own cells come after. */
  private openOf(kind: Kind, activation: Activation): number {
    const at = this.open();
    this.sheet[at] = kind;
    this.sheet[at + 1] = activation.program.id;
    this.sheet[at + 2] = activation.id;
    return at + 3;
  }

  private close(kind: Kind): void {
    this.latest = this.used;
    this.used += WIDTHS[kind];
    this.length += 1;
  }
}

function widthAt(sheet: readonly unknown[], place: number): number {
  return WIDTHS[sheet[place] as Kind]; // As `openOf` and `add` wrote it.
}

/** One event, its fields in the order of `RunEvent.ts`. Each cell holds what the `add…` of its kind wrote there. */
function readEvent(
  sheet: readonly unknown[],
  place: number,
  stamp: { readonly seq: number; readonly at: number },
): RunEvent {
  const kind = sheet[place] as Kind;
  if (kind === OTHER) return sheet[place + 1] as RunEvent;
  const { seq, at } = stamp;
  const taskId = sheet[place + 1] as string;
  const activation = sheet[place + 2] as number;
  const [first, second, third, fourth] = [sheet[place + 3], sheet[place + 4], sheet[place + 5], sheet[place + 6]];
  switch (kind) {
    case STARTED: {
      const parent = first as number | null;
      const operation = second as Operation | null;
      return { seq, at, type: 'task.started', taskId, activation, parent, operation, input: third as Json };
    }
    case ATTEMPT:
      return { seq, at, type: 'task.attempt', taskId, activation, attempt: first as number };
    case SUCCEEDED: {
      const output = first as Json;
      const [duration, attempt, simulated] = [second as number, third as number, fourth as boolean];
      const retryCount = attempt - 1;
      return { seq, at, type: 'task.succeeded', taskId, activation, output, duration, retryCount, simulated };
    }
    case FIRED: {
      const next = second as readonly string[];
      return {
        seq,
        at,
        type: 'handler.fired',
        taskId,
        activation,
        handler: first as string,
        next,
        event: third as Json,
      };
    }
    case EDGE: {
      const [via, target, data] = [first as EdgeVia, second as string, third as Json];
      return { seq, at, type: 'edge.taken', taskId, activation, via, target, with: data };
    }
    case PROGRESS: {
      const [done, total, failed] = [first as number, second as number, third as number];
      return { seq, at, type: 'task.progress', taskId, activation, done, total, failed };
    }
    default:
      return assertNever(kind);
  }
}
