import { ROW, type RowKind, RowReader, SAME, WIDEST } from './EventRow.ts';
import type { ItemEnd } from './itemEnd.ts';
import type { RunEvent } from './RunEvent.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

/** An activation, as far as events tell of it. */
export interface Told {
  readonly id: number;
  readonly program: { readonly id: string };
  readonly scope: { readonly container: { readonly id: number } | null };
  readonly operation: EventOf<'task.started'>['operation'];
  readonly input: EventOf<'task.started'>['input'];
  readonly output: EventOf<'task.succeeded'>['output'];
  readonly attempt: number;
  readonly simulated: boolean;
}

/** A handler that fires. */
export type FiredHandler = Pick<EventOf<'handler.fired'>, 'handler' | 'next' | 'event'>;

type Edge = Pick<EventOf<'edge.taken'>, 'via' | 'target' | 'with'>;
type Progress = Pick<EventOf<'task.progress'>, 'done' | 'total' | 'failed'>;

/** How many cells a sheet has. */
const SHEET = 256;
const BLANK: readonly unknown[] = Array.from({ length: SHEET });

/**
 * What one input led to, in order. What every step says again and again is kept as cells in rows, a quarter of what
 * objects take, and becomes events when it is read: runs of many steps keep all of them in memory.
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
  /** Where the last row begins, its kind without {@link SAME}, and which activation it is about. */
  private latest = 0;
  private kind: RowKind = ROW.other;
  private activation = 0;

  constructor(first: number, at: number) {
    this.first = first;
    this.at = at;
  }

  /** Any event, with its number and time. */
  add(event: RunEvent): void {
    const at = this.open(ROW.other, 0);
    this.sheet[at] = event;
    this.used = at + 1;
  }

  /** `task.started`: as the activation is now. */
  addStarted(activation: Told): void {
    const { operation } = activation;
    const at = this.openOf(ROW.started, activation);
    this.sheet[at] = activation.scope.container?.id ?? null;
    this.sheet[at + 1] = operation?.kind === 'item' ? operation.index : operation;
    this.sheet[at + 2] = activation.input;
    this.used = at + 3;
  }

  /** `task.attempt`: the one that begins now. */
  addAttempt(activation: Told): void {
    if (activation.attempt === 1 && this.isLast(ROW.started, activation)) {
      this.join(ROW.begun);
      return;
    }
    const at = this.openOf(ROW.attempt, activation);
    this.sheet[at] = activation.attempt;
    this.used = at + 1;
  }

  /** `task.succeeded`, after so many ms; of an activation that ran. */
  addSucceeded(activation: Told, duration: number): void {
    const isWhole = activation.attempt === 1 && this.isLast(ROW.begun, activation);
    if (isWhole) this.join(ROW.ran);
    const at = isWhole ? this.used : this.openOf(ROW.succeeded, activation);
    this.sheet[at] = activation.output;
    this.sheet[at + 1] = duration;
    this.sheet[at + 2] = activation.simulated;
    if (!isWhole) this.sheet[at + 3] = activation.attempt;
    this.used = isWhole ? at + 3 : at + 4;
  }

  /** `handler.fired`. */
  addFired(activation: Told, { handler, next, event }: FiredHandler): void {
    const at = this.openOf(ROW.fired, activation);
    this.sheet[at] = handler;
    this.sheet[at + 1] = next;
    this.sheet[at + 2] = event;
    this.used = at + 3;
  }

  /** `handler.fired`, of `on_item_success` that leads nowhere; `total` counts all items. */
  addItem(activation: Told, { item, index, batch, output, duration }: ItemEnd, total: number): void {
    const at = this.openOf(ROW.item, activation);
    this.sheet[at] = item;
    this.sheet[at + 1] = index;
    this.sheet[at + 2] = batch.index;
    this.sheet[at + 3] = total;
    this.sheet[at + 4] = output;
    this.sheet[at + 5] = duration;
    this.used = at + 6;
  }

  /** `edge.taken`. */
  addEdge(activation: Told, { via, target, with: data }: Edge): void {
    const at = this.openOf(ROW.edge, activation);
    this.sheet[at] = via;
    this.sheet[at + 1] = target;
    this.sheet[at + 2] = data;
    this.used = at + 3;
  }

  /** `task.progress`. */
  addProgress(activation: Told, { done, total, failed }: Progress): void {
    if (failed === 0 && this.isLast(ROW.item, activation)) {
      this.join(ROW.itemDone);
      this.sheet[this.used] = done;
      this.used += 1;
      return;
    }
    const at = this.openOf(ROW.progress, activation);
    this.sheet[at] = done;
    this.sheet[at + 1] = total;
    this.sheet[at + 2] = failed;
    this.used = at + 3;
  }

  /** The last event; null where there is none. Reads the last sheet. */
  last(): RunEvent | null {
    const events: RunEvent[] = [];
    new RowReader(this.sheet, { first: 0, at: this.at }, events).readAll();
    const event = events.at(-1);
    return event === undefined ? null : { ...event, seq: this.first + this.length - 1 };
  }

  /** The events, made anew at each call. */
  toArray(): RunEvent[] {
    const events: RunEvent[] = [];
    const stamp = { first: this.first, at: this.at };
    for (const sheet of this.sheets) new RowReader(sheet, stamp, events).readAll();
    return events;
  }

  private isLast(kind: RowKind, activation: Told): boolean {
    return this.kind === kind && this.activation === activation.id;
  }

  /** Makes the last row say one more event. */
  private join(kind: RowKind): void {
    // What is written is the kind, with or without the mark that the names are left out.
    this.sheet[this.latest] = (this.sheet[this.latest] as number) - this.kind + kind;
    this.kind = kind;
    this.length += 1;
  }

  /** Begins the row of an activation; answers where its own cells stand. */
  private openOf(kind: RowKind, activation: Told): number {
    const { id } = activation;
    const isSame = this.activation === id && this.used + WIDEST <= SHEET;
    const at = this.open(kind, isSame ? SAME : 0);
    if (isSame) return at;
    this.activation = id;
    this.sheet[at] = activation.program.id;
    this.sheet[at + 1] = id;
    return at + 2;
  }

  private open(kind: RowKind, mark: 0 | typeof SAME): number {
    if (this.used + WIDEST > SHEET) {
      // A copy, unlike an array that is constructed, is never made among what is old.
      this.sheet = BLANK.slice();
      this.sheets.push(this.sheet);
      this.used = 0;
      // Each sheet is read by itself, so it names an activation anew.
      this.activation = 0;
    }
    this.latest = this.used;
    this.kind = kind;
    this.length += 1;
    this.sheet[this.used] = kind + mark;
    return this.used + 1;
  }
}
