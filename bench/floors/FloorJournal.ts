import type { Json, JsonObject } from '../../engine/base/index.ts';
import type { HandlerName } from '../../engine/model/index.ts';
import type { RunEvent, RunInput } from '../../engine/run/index.ts';
import type { Listener } from '../runs/EventSink.ts';
import { START } from '../runs/runInMemory.ts';
import type { Activation } from './FloorActivation.ts';

export const TIMESTAMP = new Date(START).toISOString();

/** What the floor keeps of a run: its inputs. The events that they led to are handed on. */
export class FloorJournal {
  readonly inputs: RunInput[] = [];
  /** Number of the next event. */
  seq = 0;
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  take(input: RunInput): void {
    this.inputs.push(input);
  }

  add(event: RunEvent): void {
    this.#listener.push(event);
    this.seq += 1;
  }

  start({ id, task, parent, index }: Activation, input: Json): void {
    const operation = index === null ? null : ({ kind: 'item', index } as const);
    this.add({
      seq: this.seq,
      at: START,
      type: 'task.started',
      taskId: task.id,
      activation: id,
      parent,
      operation,
      input,
    });
    this.add({ seq: this.seq, at: START, type: 'task.attempt', taskId: task.id, activation: id, attempt: 1 });
  }

  succeed({ id, task }: Activation, output: Json): void {
    this.add({
      seq: this.seq,
      at: START,
      type: 'task.succeeded',
      taskId: task.id,
      activation: id,
      output,
      duration: 0,
      retryCount: 0,
      simulated: false,
    });
  }

  fire({ id, task }: Activation, handler: HandlerName, event: JsonObject, next: readonly string[]): void {
    this.add({
      seq: this.seq,
      at: START,
      type: 'handler.fired',
      taskId: task.id,
      activation: id,
      handler,
      next,
      event,
    });
  }

  endItem(
    collection: Activation,
    ended: { item: Json; index: number; batch_index: number; total: number; output: Json },
  ): void {
    const event = {
      type: 'on_item_success',
      source: collection.task.id,
      timestamp: TIMESTAMP,
      item: ended.item,
      index: ended.index,
      batch_index: ended.batch_index,
      total: ended.total,
      output: ended.output,
      duration: 0,
    };
    this.fire(collection, 'on_item_success', event, []);
    this.add({
      seq: this.seq,
      at: START,
      type: 'task.progress',
      taskId: collection.task.id,
      activation: collection.id,
      done: ended.index + 1,
      total: ended.total,
      failed: 0,
    });
  }

  endBatch(
    collection: Activation,
    ended: { index: number; batch: readonly Json[]; total: number; results: readonly Json[] },
  ): void {
    const event = {
      type: 'on_batch_complete',
      source: collection.task.id,
      timestamp: TIMESTAMP,
      batch_index: ended.index,
      batch: ended.batch,
      size: ended.batch.length,
      total_batches: ended.total,
      results: ended.results,
      errors: ended.batch.map(() => null),
      duration: 0,
    };
    this.fire(collection, 'on_batch_complete', event, []);
  }
}
