import type { Json, JsonObject } from '../../base/index.ts';
import type { CollectionTask, Handler } from '../../model/index.ts';
import { startTimer } from '../calls.ts';
import { stopActivation } from '../cancel.ts';
import { runSequence } from '../containers.ts';
import { createPart } from '../createActivation.ts';
import { count, tellFired } from '../emit.ts';
import { callHook } from '../hooks.ts';
import { toSuccessEvent } from '../itemEnd.ts';
import { LiveJob } from '../LiveJob.ts';
import type { Level } from '../Program.ts';
import { type EventHead, toEventHead } from '../plans.ts';
import type { Activation, OwnWork, Run, Store } from '../Run.ts';
import { fail, succeed } from '../settle.ts';
import { createStore, mergeStore, moveStore } from '../stores.ts';
import { findHandler } from '../TaskProgram.ts';
import { EndedItems } from './EndedItems.ts';
import { runOwnUse, timeoutError } from './item.ts';
import { type ItemState, itemError, toBatchEvent, toErrorEvent, toItemState, toStartEvent } from './itemEvents.ts';
import { type Batch, type ItemOwner, type ItemResult, ItemSlot } from './itemSlot.ts';

/** How a collection is cut up and run, its settings resolved. */
export interface BatchOptions {
  readonly batchSize: number;
  readonly isSequential: boolean;
  readonly batchesAtOnce: number;
  readonly continueOnError: boolean;
  /** ms; null: no limit. */
  readonly perBatch: number | null;
  readonly perItem: number | null;
}

const NO_CHILDREN: Level = { tasks: new Map(), order: [] };

/** The batches of one attempt of a collection. */
export class Batches implements ItemOwner {
  readonly activation: Activation;
  readonly level: Level;
  private readonly run: Run;
  private readonly options: BatchOptions & { readonly task: CollectionTask; readonly items: readonly Json[] };
  /** Of items that have begun and are not merged. */
  private readonly slots: (ItemSlot | undefined)[] = [];
  /** How the merged items ended, in order. */
  private readonly ended = new EndedItems();
  private readonly total: number;
  private nextBatch = 0;
  private done = 0;
  private batchesDone = 0;
  private failed = 0;
  /** An item failed and no other may begin; its hook may still run. */
  private isStopping = false;
  private isClosed = false;
  /** What the merged items wrote, later ones over earlier ones: all up to the first that is not over. */
  private readonly written: Store;
  /** What is done before and after each item. */
  private readonly onItemStart: Handler | undefined;
  private readonly onItemSuccess: Handler | undefined;
  private readonly onItemError: Handler | undefined;
  /** True without children: each item runs the task's own `use`. */
  private readonly isOwnUse: boolean;

  constructor(
    run: Run,
    activation: Activation,
    options: BatchOptions & { task: CollectionTask; items: readonly Json[] },
  ) {
    this.run = run;
    this.activation = activation;
    this.options = options;
    this.total = Math.ceil(options.items.length / options.batchSize);
    this.written = createStore(activation.scope.store);
    this.onItemStart = findHandler(options.task, 'on_item_start');
    this.onItemSuccess = findHandler(options.task, 'on_item_success');
    this.onItemError = findHandler(options.task, 'on_item_error');
    this.level = run.program.inside.get(options.task) ?? NO_CHILDREN;
    this.isOwnUse = this.level === NO_CHILDREN;
    activation.close = () => this.close();
  }

  start(): void {
    if (this.total === 0) this.finish();
    for (let count = Math.min(this.options.batchesAtOnce, this.total); count > 0; count -= 1) this.queueBatch();
  }

  /** Batches and items begin in their turn, as steps of the run, so that Stop is heard among 10,000 of them. */
  private queue(work: OwnWork, item: Json | undefined, isLead: boolean): void {
    const { run, activation, isOwnUse } = this;
    run.ready.push(new LiveJob(activation, work, isOwnUse ? { value: item ?? null, isLead } : null));
  }

  private get isOver(): boolean {
    return this.isClosed || this.isStopping;
  }

  private queueBatch(): void {
    const index = this.nextBatch;
    this.nextBatch += 1;
    const item = this.options.items[index * this.options.batchSize];
    if (index < this.total) this.queue({ perform: () => this.startBatch(index) }, item, true);
  }

  private startBatch(index: number): void {
    if (this.isOver) return;
    const { options, run, activation } = this;
    const first = index * options.batchSize;
    const items = options.items.slice(first, first + options.batchSize);
    const roots = new Map<string, Json>([...activation.roots, ['batch_index', index], ['batch', items]]);
    const part = createPart(activation, { kind: 'batch', index }, roots);
    const batch: Batch = { index, items, slots: [], part, startedAt: run.now, next: 0, done: 0 };
    batch.slots = items.map((item, place) => new ItemSlot(this, batch, { item, index: first + place }));
    for (const slot of batch.slots) this.slots[slot.index] = slot;
    callHook(run, part, {
      handler: 'on_batch_start',
      event: (head) => ({ ...head, batch_index: index, batch: items, size: items.length, total_batches: this.total }),
      index,
      roots,
      done: () => this.enterBatch(batch),
    });
  }

  private enterBatch(batch: Batch): void {
    const { run, options } = this;
    if (options.perBatch !== null) {
      const limit = options.perBatch;
      startTimer(run, batch.part, {
        name: 'timeout',
        isDeadline: true,
        at: run.now + limit,
        fired: () => this.expireBatch(batch, limit),
      });
    }
    const atOnce = options.isSequential ? 1 : batch.slots.length;
    for (let count = 0; count < atOnce; count += 1) this.queueItem(batch);
  }

  private queueItem(batch: Batch): void {
    const slot = batch.slots[batch.next];
    batch.next += 1;
    if (slot !== undefined) this.queue(slot, slot.item, false);
  }

  startItem(slot: ItemSlot): void {
    // A batch that ran out of time has settled the items it had not begun.
    if (this.isOver || slot.status !== 'pending') return;
    const { run, options } = this;
    slot.status = 'running';
    slot.startedAt = run.now;
    if (options.perItem !== null) {
      const limit = options.perItem;
      const fired = (): void => this.settleItem(slot, { error: timeoutError(`Item ${slot.index}`, limit) });
      startTimer(run, slot.part, { name: 'timeout', isDeadline: true, at: run.now + limit, fired });
    }
    if (this.onItemStart === undefined) this.runBody(slot);
    else this.callItemHook(slot, { handler: this.onItemStart, toEvent: toStartEvent, done: () => this.runBody(slot) });
  }

  private runBody(slot: ItemSlot): void {
    if (this.isOwnUse)
      runOwnUse(this.run, this.options.task, { slot, done: (result) => this.settleItem(slot, result) });
    else runSequence(this.run, slot.part, slot);
  }

  settleItem(slot: ItemSlot, result: ItemResult): void {
    const { run, options } = this;
    stopActivation(run, slot.part);
    if (slot.part.simulated) this.activation.simulated = true;
    slot.endedAt = run.now;
    if ('error' in result) {
      slot.status = 'error';
      slot.error = result.error;
      this.failed += 1;
      if (!options.continueOnError) this.stopOthers(slot);
    } else {
      slot.status = 'success';
      slot.output = result.output;
    }
    const handler = slot.error === null ? this.onItemSuccess : this.onItemError;
    const toEvent = slot.error === null ? toSuccessEvent : toErrorEvent;
    if (handler === undefined) this.finishItem(slot);
    else if (handler.next.length > 0) this.callItemHook(slot, { handler, toEvent, done: () => this.finishItem(slot) });
    else {
      // There may be 10,000 of them, and nothing to wait for.
      this.tellEnd(slot, handler);
      this.finishItem(slot);
    }
  }

  private tellEnd(slot: ItemSlot, { name, next }: Handler): void {
    const { run } = this;
    const total = this.options.items.length;
    if (slot.error === null) {
      run.log.addItem(slot.part, slot, total);
      count(run);
    } else {
      const event = toErrorEvent(toEventHead(run, slot.part, name), slot, total);
      tellFired(run, slot.part, { handler: name, next, event });
    }
  }

  private callItemHook(
    slot: ItemSlot,
    { handler, toEvent, done }: { handler: Handler; toEvent: typeof toStartEvent; done: () => void },
  ): void {
    const { part } = slot;
    callHook(this.run, part, {
      handler: handler.name,
      event: (head) => toEvent(head, slot, this.options.items.length),
      index: slot.index,
      store: slot.store,
      roots: part.roots,
      done,
    });
  }

  private finishItem(slot: ItemSlot): void {
    const { batch } = slot;
    this.done += 1;
    batch.done += 1;
    slot.isOver = true;
    this.mergeEnded();
    const { done, failed } = this;
    this.run.log.addProgress(this.activation, { done, total: this.options.items.length, failed });
    count(this.run);
    if (slot.error !== null && !this.options.continueOnError) {
      fail(this.run, this.activation, { error: itemError(slot, slot.error) });
      return;
    }
    if (this.isStopping) return;
    if (batch.done < batch.slots.length) this.queueItem(batch);
    else this.finishBatch(batch);
  }

  /** Lets go of what the ended items at the front had: of 10,000 of them only a few are under way. */
  private mergeEnded(): void {
    for (let slot = this.slots[this.ended.count]; slot?.isOver === true; slot = this.slots[this.ended.count]) {
      moveStore(slot.store, this.written);
      this.activation.parts.delete(slot.part);
      this.slots[slot.index] = undefined;
      this.ended.add(slot);
    }
  }

  private finishBatch(batch: Batch): void {
    stopActivation(this.run, batch.part);
    const duration = this.run.now - batch.startedAt;
    const event = (head: EventHead): JsonObject => toBatchEvent(head, batch, { total: this.total, duration });
    const done = (): void => {
      this.batchesDone += 1;
      this.activation.parts.delete(batch.part);
      if (this.isStopping) return;
      if (this.batchesDone === this.total) this.finish();
      else this.queueBatch();
    };
    const { part, index } = batch;
    callHook(this.run, part, { handler: 'on_batch_complete', event, index, roots: part.roots, done });
  }

  /** `timeout_per_batch` fails what is unfinished. */
  private expireBatch(batch: Batch, limit: number): void {
    for (const slot of batch.slots) {
      if (slot.status !== 'pending' && slot.status !== 'running') continue;
      this.settleItem(slot, { error: timeoutError(`Batch ${batch.index}`, limit) });
    }
  }

  private stopOthers(failed: ItemSlot): void {
    this.isStopping = true;
    for (const slot of this.slots) {
      if (slot === undefined || slot === failed || slot.endedAt !== null) continue;
      if (slot.status !== 'pending') stopActivation(this.run, slot.part);
      slot.status = 'cancelled';
    }
  }

  private finish(): void {
    const output = this.close();
    this.activation.close = null;
    succeed(this.run, this.activation, { output });
  }

  private close(): Json {
    this.isClosed = true;
    for (const slot of this.slots) if (slot !== undefined) mergeStore(slot.store, this.written);
    mergeStore(this.written);
    const { ended, failed } = this;
    const states = (): readonly ItemState[] =>
      this.options.items.map((_, index) => ended.stateOf(index) ?? toItemState(this.slots[index]));
    if (ended.count === this.options.items.length) {
      this.activation.extras = () => ({ items: states(), failed_count: failed });
      return ended.outputs;
    }
    const items = states();
    this.activation.extras = () => ({ items, failed_count: failed });
    return items.map(({ output }) => output);
  }
}
