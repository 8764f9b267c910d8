import type { Json, JsonObject } from '../../base/index.ts';
import type { Handler } from '../../model/index.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { reusedItem } from '../debugger/planOfCall.ts';
import { type EventHead, toEventHead } from '../evaluate/planTransitions.ts';
import { moveStore } from '../evaluate/stores.ts';
import { startTimer } from '../requests/calls.ts';
import { stopActivation } from '../scheduler/cancel.ts';
import { createSequence, enterSequence, outputOf, outputsOf, warnOfFailed } from '../scheduler/containers.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import { callHook } from '../scheduler/hooks.ts';
import { type Activation, type Batch, CollectionBody, ItemSlot, type Scope } from '../state/Activation.ts';
import type { CollectionOptions } from '../state/attempts.ts';
import type { Continuation } from '../state/Continuation.ts';
import { createPart } from '../state/createActivation.ts';
import { emitFired, emitProgress } from '../state/emit.ts';
import { type CollectionWork, Job } from '../state/Job.ts';
import type { Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import {
  closeBatches,
  type ItemResult,
  itemError,
  partOf,
  runItemUse,
  storeOf,
  timeoutError,
  toBatchEvent,
  toErrorEvent,
  toStartEvent,
  toSuccessEvent,
} from './items.ts';

/** Runs the items of an attempt of a collection in batches. */
export function startBatches(run: Run, activation: Activation, options: CollectionOptions): void {
  const body = new CollectionBody(activation, options, createStore(activation.scope.store));
  activation.body = body;
  const total = batchCount(body);
  if (total === 0) finish(run, body);
  for (let left = Math.min(options.batchesAtOnce, total); left > 0; left -= 1) queueBatch(run, body);
}

function batchCount({ options }: CollectionBody): number {
  return Math.ceil(options.items.length / options.batchSize);
}

/** Whether each item runs the task's own `use`: the collection has no children. */
function runsOwnUse(run: Run, { activation }: CollectionBody): boolean {
  return !run.program.inside.has(activation.task);
}

/** Batches and items begin as queued steps of the run, so that Stop is handled among 10,000 of them. */
function queue(run: Run, body: CollectionBody, next: { work: CollectionWork; item: Json; isLead: boolean }): void {
  const { work, item, isLead } = next;
  run.ready.push(new Job(body.activation, work, runsOwnUse(run, body) ? { value: item, isLead } : null));
}

function isClosing({ isClosed, isStopping }: CollectionBody): boolean {
  return isClosed || isStopping;
}

function queueBatch(run: Run, body: CollectionBody): void {
  const index = body.nextBatch;
  body.nextBatch += 1;
  const item = body.options.items[index * body.options.batchSize] ?? null;
  if (index < batchCount(body)) queue(run, body, { work: { kind: 'batch', body, index }, item, isLead: true });
}

/** Begins a batch from the queue. */
export function startBatch(run: Run, body: CollectionBody, index: number): void {
  if (isClosing(body)) return;
  const { options, activation } = body;
  const first = index * options.batchSize;
  const items = options.items.slice(first, first + options.batchSize);
  const roots = new Map<string, Json>([...activation.roots, ['batch_index', index], ['batch', items]]);
  const part = createPart(activation, { kind: 'batch', index }, roots);
  const batch: Batch = { body, index, items, slots: [], part, startedAt: run.now, next: 0, done: 0 };
  batch.slots = items.map((item, place) => new ItemSlot(batch, item, first + place));
  for (const slot of batch.slots) body.slots.push(slot);
  const total_batches = batchCount(body);
  callHook(run, part, {
    handler: 'on_batch_start',
    event: (head) => ({ ...head, batch_index: index, batch: items, size: items.length, total_batches }),
    index,
    roots,
    continuation: { kind: 'batch.enter', batch },
  });
}

/** Begins the items of a batch after `on_batch_start`. */
export function enterBatch(run: Run, batch: Batch): void {
  const { options } = batch.body;
  if (options.perBatch !== null) {
    const limit = options.perBatch;
    startTimer(run, batch.part, {
      name: 'timeout',
      isDeadline: true,
      at: run.now + limit,
      continuation: { kind: 'batch.timeout', batch, limit },
    });
  }
  const atOnce = options.isSequential ? 1 : batch.slots.length;
  for (let left = atOnce; left > 0; left -= 1) queueItem(run, batch);
}

function queueItem(run: Run, batch: Batch): void {
  const slot = batch.slots[batch.next];
  batch.next += 1;
  if (slot !== undefined) queue(run, batch.body, { work: slot, item: slot.item, isLead: false });
}

/** Begins an item from the queue. */
export function startItem(run: Run, slot: ItemSlot): void {
  const { body } = slot.batch;
  // A batch that ran out of time has settled the items it had not begun.
  if (isClosing(body) || slot.status !== 'pending') return;
  slot.startedAt = run.now;
  const reused = reusedItem(run, body.activation, slot.index);
  if (reused !== undefined) {
    slot.status = 'success';
    slot.output = reused;
    slot.endedAt = run.now;
    finishItem(run, slot);
    return;
  }
  slot.status = 'running';
  const { perItem: limit } = body.options;
  if (limit !== null) {
    const continuation = { kind: 'item.timeout', slot, limit } as const;
    startTimer(run, partOf(slot), { name: 'timeout', isDeadline: true, at: run.now + limit, continuation });
  }
  const { onItemStart: handler } = body.activation.program;
  if (handler === undefined) runItem(run, slot);
  else callItemHook(run, slot, { handler, toEvent: toStartEvent, continuation: { kind: 'item.run', slot } });
}

/** Runs an item's body after `on_item_start`: the collection's children, else its own `use`. */
export function runItem(run: Run, slot: ItemSlot): void {
  const { activation } = slot.batch.body;
  const level = run.program.inside.get(activation.task);
  if (level === undefined) {
    const input = runItemUse(run, slot);
    if (!input.ok) settleItem(run, slot, input);
    return;
  }
  enterSequence(run, createSequence(partOf(slot), { level, store: storeOf(slot), slot, continuesOnError: false }));
}

/** Settles an item whose own `use` has ended. */
export function endItemUse(run: Run, slot: ItemSlot, result: UseResult): void {
  settleItem(run, slot, result.ok ? { output: result.value } : result);
}

/** Settles an item in whose scope nothing is left. */
export function endItemBody(run: Run, slot: ItemSlot, scope: Scope): void {
  if (scope.failure !== null) {
    settleItem(run, slot, { error: scope.failure.error });
    return;
  }
  const { 0: only, length } = scope.level.order;
  settleItem(run, slot, { output: length === 1 && only !== undefined ? outputOf(scope, only) : outputsOf(scope) });
}

/** Fails an item that took longer than `limit` ms. */
export function expireItem(run: Run, slot: ItemSlot, limit: number): void {
  settleItem(run, slot, { error: timeoutError(`Item ${slot.index}`, limit) });
}

function settleItem(run: Run, slot: ItemSlot, result: ItemResult): void {
  const { body } = slot.batch;
  const part = partOf(slot);
  stopActivation(run, part);
  if (part.simulated) body.activation.simulated = true;
  slot.endedAt = run.now;
  if ('error' in result) {
    slot.status = 'error';
    slot.error = result.error;
    body.failed += 1;
    if (!body.options.continueOnError) stopOthers(run, body, slot);
  } else {
    slot.status = 'success';
    slot.output = result.output;
  }
  const { onItemSuccess, onItemError } = body.activation.program;
  const handler = slot.error === null ? onItemSuccess : onItemError;
  const toEvent = slot.error === null ? toSuccessEvent : toErrorEvent;
  if (handler === undefined) finishItem(run, slot);
  else if (handler.next.length > 0)
    callItemHook(run, slot, { handler, toEvent, continuation: { kind: 'item.end', slot } });
  else {
    // There may be 10,000 of them, and nothing to wait for.
    emitEnd(run, slot, handler);
    finishItem(run, slot);
  }
}

function emitEnd(run: Run, slot: ItemSlot, { name, next }: Handler): void {
  const total = slot.batch.body.options.items.length;
  const part = partOf(slot);
  const toEvent = slot.error === null ? toSuccessEvent : toErrorEvent;
  emitFired(run, part, { handler: name, next, event: toEvent(toEventHead(run, part, name), slot, total) });
}

function callItemHook(
  run: Run,
  slot: ItemSlot,
  { handler, toEvent, continuation }: { handler: Handler; toEvent: typeof toStartEvent; continuation: Continuation },
): void {
  const part = partOf(slot);
  callHook(run, part, {
    handler: handler.name,
    event: (head) => toEvent(head, slot, slot.batch.body.options.items.length),
    index: slot.index,
    store: storeOf(slot),
    roots: part.roots,
    continuation,
  });
}

/** Ends an item after its last handler. */
export function finishItem(run: Run, slot: ItemSlot): void {
  const { batch } = slot;
  const { body } = batch;
  body.done += 1;
  batch.done += 1;
  slot.hasEnded = true;
  mergeEnded(body);
  const { done, failed, activation, options } = body;
  emitProgress(run, activation, { done, total: options.items.length, failed });
  if (slot.error !== null && !options.continueOnError) {
    const isFromInside = !runsOwnUse(run, body);
    fail(run, activation, { error: itemError(slot, slot.error), isFromInside });
    return;
  }
  if (body.isStopping) return;
  if (batch.done < batch.slots.length) queueItem(run, batch);
  else finishBatch(run, batch);
}

/** Evicts the ended items at the front: of 10,000 of them only a few are in flight. */
function mergeEnded({ slots, ended, written, activation }: CollectionBody): void {
  for (let slot = slots.peek(); slot?.hasEnded === true; slot = slots.peek()) {
    moveStore(storeOf(slot), written);
    activation.parts.delete(partOf(slot));
    slots.shift();
    ended.add(slot);
  }
}

function finishBatch(run: Run, batch: Batch): void {
  const { part, index, body } = batch;
  stopActivation(run, part);
  const duration = run.now - batch.startedAt;
  const event = (head: EventHead): JsonObject => toBatchEvent(head, batch, { total: batchCount(body), duration });
  const continuation = { kind: 'batch.end', batch } as const;
  callHook(run, part, { handler: 'on_batch_complete', event, index, roots: part.roots, continuation });
}

/** Ends a batch after `on_batch_complete`. */
export function endBatch(run: Run, { body, part }: Batch): void {
  body.batchesDone += 1;
  body.activation.parts.delete(part);
  if (body.isStopping) return;
  if (body.batchesDone === batchCount(body)) finish(run, body);
  else queueBatch(run, body);
}

/** `timeout_per_batch` fails what is unfinished. */
export function expireBatch(run: Run, batch: Batch, limit: number): void {
  for (const slot of batch.slots) {
    if (slot.status !== 'pending' && slot.status !== 'running') continue;
    settleItem(run, slot, { error: timeoutError(`Batch ${batch.index}`, limit) });
  }
}

function stopOthers(run: Run, body: CollectionBody, failed: ItemSlot): void {
  body.isStopping = true;
  for (const slot of body.slots) {
    if (slot === failed || slot.endedAt !== null) continue;
    if (slot.status !== 'pending') stopActivation(run, partOf(slot));
    slot.status = 'cancelled';
  }
}

function finish(run: Run, body: CollectionBody): void {
  const output = closeBatches(body);
  const { activation, failed, ended } = body;
  activation.body = null;
  warnOfFailed(run, activation, { failed, total: ended.count, what: 'items', first: ended.firstMessage });
  succeed(run, activation, { output });
}
