import { assertNever, type Json } from '../base/index.ts';
import { formatIso } from '../expression/index.ts';
import type { EdgeVia } from '../graph/index.ts';
import { toSuccessEvent } from './itemEnd.ts';
import type { Operation, RunEvent } from './RunEvent.ts';

/** What a row of an {@link EventLog} says: one event, or those that nearly always come together. */
export const ROW = {
  /** `task.started`: parent, operation (of an item its index alone), input. */
  started: 0,
  /** The same, and its first `task.attempt`. */
  begun: 1,
  /** The same, and its `task.succeeded`: output, duration, simulated come after. */
  ran: 2,
  /** `task.attempt`: attempt. */
  attempt: 3,
  /** `task.succeeded`: output, duration, simulated, attempt. */
  succeeded: 4,
  /** `handler.fired`: handler, next, event. */
  fired: 5,
  /** `edge.taken`: via, target, with. */
  edge: 6,
  /** `task.progress`: done, total, failed. */
  progress: 7,
  /** `handler.fired`, of `on_item_success` that leads nowhere: item, index, batch's index, total, output, duration. */
  item: 8,
  /** The same, and a `task.progress` in which none has failed: done comes after. */
  itemDone: 9,
  /** Any other, as it is. */
  other: 10,
} as const;

/** Kinds of rows. */
export type RowKind = (typeof ROW)[keyof typeof ROW];

/** How many cells of its own a row of each kind has. */
const WIDTHS: readonly number[] = [3, 3, 6, 1, 4, 3, 3, 3, 6, 7, 1];

/** Added to the kind of a row about the activation that the row before it is about: its two names are left out. */
export const SAME = 16;

/** The widest row, in cells: its kind, the two names, and its own. */
export const WIDEST = 10;

/** Reads the rows of one sheet, each cell as it was written for its kind, into events with their fields in the order of `RunEvent.ts`. */
export class RowReader {
  private readonly sheet: readonly unknown[];
  private readonly at: number;
  private readonly events: RunEvent[];
  private readonly first: number;
  private place = 0;
  private taskId = '';
  private activation = 0;

  /** Reads into `events`, the first of which is number `first`. */
  constructor(sheet: readonly unknown[], stamp: { readonly first: number; readonly at: number }, events: RunEvent[]) {
    this.sheet = sheet;
    this.at = stamp.at;
    this.first = stamp.first;
    this.events = events;
  }

  /** Reads up to where the sheet is empty. */
  readAll(): void {
    for (let kind = this.sheet[0]; kind !== undefined; kind = this.sheet[this.place]) this.readRow(kind as number);
  }

  private readRow(code: number): void {
    const isSame = code >= SAME;
    const kind = (isSame ? code - SAME : code) as RowKind;
    let own = this.place + 1;
    if (!isSame && kind !== ROW.other) {
      this.taskId = this.sheet[own] as string;
      this.activation = this.sheet[own + 1] as number;
      own += 2;
    }
    this.place = own + (WIDTHS[kind] ?? 1);
    this.readEvents(kind, own);
  }

  private readEvents(kind: RowKind, own: number): void {
    switch (kind) {
      case ROW.started:
        this.started(own);
        return;
      case ROW.begun:
        this.started(own);
        this.attempt(1);
        return;
      case ROW.ran:
        this.started(own);
        this.attempt(1);
        this.succeeded(own + 3, 1);
        return;
      case ROW.attempt:
        this.attempt(this.sheet[own] as number);
        return;
      case ROW.succeeded:
        this.succeeded(own, this.sheet[own + 3] as number);
        return;
      case ROW.fired:
        this.fired(own);
        return;
      case ROW.edge:
        this.edge(own);
        return;
      case ROW.progress:
        this.progress(this.sheet[own] as number, this.sheet[own + 1] as number, this.sheet[own + 2] as number);
        return;
      case ROW.item:
        this.item(own);
        return;
      case ROW.itemDone:
        this.item(own);
        this.progress(this.sheet[own + 6] as number, this.sheet[own + 3] as number, 0);
        return;
      case ROW.other:
        this.events.push(this.sheet[own] as RunEvent);
        return;
      default:
        assertNever(kind);
    }
  }

  private get seq(): number {
    return this.first + this.events.length;
  }

  private started(own: number): void {
    const { seq, at, taskId, activation, sheet } = this;
    const parent = sheet[own] as number | null;
    const said = sheet[own + 1] as Operation | number | null;
    const operation = typeof said === 'number' ? ({ kind: 'item', index: said } as const) : said;
    const input = sheet[own + 2] as Json;
    this.events.push({ seq, at, type: 'task.started', taskId, activation, parent, operation, input });
  }

  private attempt(attempt: number): void {
    const { seq, at, taskId, activation } = this;
    this.events.push({ seq, at, type: 'task.attempt', taskId, activation, attempt });
  }

  private succeeded(own: number, attempt: number): void {
    const { seq, at, taskId, activation, sheet } = this;
    const output = sheet[own] as Json;
    const duration = sheet[own + 1] as number;
    const simulated = sheet[own + 2] as boolean;
    const retryCount = attempt - 1;
    const type = 'task.succeeded';
    this.events.push({ seq, at, type, taskId, activation, output, duration, retryCount, simulated });
  }

  private fired(own: number): void {
    const { seq, at, taskId, activation, sheet } = this;
    const handler = sheet[own] as string;
    const next = sheet[own + 1] as readonly string[];
    const event = sheet[own + 2] as Json;
    this.events.push({ seq, at, type: 'handler.fired', taskId, activation, handler, next, event });
  }

  private item(own: number): void {
    const { seq, at, taskId, activation, sheet } = this;
    const handler = 'on_item_success';
    const ended = {
      item: sheet[own] as Json,
      index: sheet[own + 1] as number,
      batch: { index: sheet[own + 2] as number },
      output: sheet[own + 4] as Json,
      duration: sheet[own + 5] as number,
    };
    const head = { type: handler, source: taskId, timestamp: formatIso(at) } as const;
    const event = toSuccessEvent(head, ended, sheet[own + 3] as number);
    this.events.push({ seq, at, type: 'handler.fired', taskId, activation, handler, next: [], event });
  }

  private edge(own: number): void {
    const { seq, at, taskId, activation, sheet } = this;
    const via = sheet[own] as EdgeVia;
    const target = sheet[own + 1] as string;
    this.events.push({ seq, at, type: 'edge.taken', taskId, activation, via, target, with: sheet[own + 2] as Json });
  }

  private progress(done: number, total: number, failed: number): void {
    const { seq, at, taskId, activation } = this;
    this.events.push({ seq, at, type: 'task.progress', taskId, activation, done, total, failed });
  }
}
