import type { Json, JsonObject } from '../../base/index.ts';
import type { CollectionTask } from '../../model/index.ts';
import { runSequence } from '../containers.ts';
import type { RunError } from '../Effect.ts';
import { errorToJson, runError } from '../errors.ts';
import { evaluate, frameOf } from '../evaluate.ts';
import { toItemInput } from '../items.ts';
import type { Activation, Run, Store } from '../Run.ts';
import type { TaskStatus } from '../RunEvent.ts';
import { verbatimKeys } from '../UseRequest.ts';
import { runUse } from '../uses.ts';

/** One item of a collection, as far as it came. */
export interface ItemSlot {
  readonly item: Json;
  readonly index: number;
  readonly batchIndex: number;
  /** What is under way for it. */
  part: Activation;
  store: Store;
  status: TaskStatus;
  output: Json;
  error: RunError | null;
  startedAt: number | null;
  endedAt: number | null;
  /** True once its last handler has returned too. */
  isOver: boolean;
}

/** An item to run, and who hears of its end. */
export interface ItemRun {
  readonly slot: ItemSlot;
  readonly done: (result: { readonly output: Json } | { readonly error: RunError }) => void;
}

/** Runs the body of a collection for one item: its children in list order, else the task's own `use` (format.md 4). */
export function runItem(run: Run, task: CollectionTask, item: ItemRun): void {
  const { slot, done } = item;
  const level = run.program.inside.get(task);
  if (level === undefined) {
    runOwnUse(run, task, item);
    return;
  }
  runSequence(run, slot.part, {
    level,
    store: slot.store,
    operation: { kind: 'item', index: slot.index },
    continuesOnError: false,
    onEnd: (failure, outputs) => {
      if (failure !== null) {
        done({ error: failure.error });
        return;
      }
      const only = level.order.length === 1 ? level.order[0] : undefined;
      done({ output: only === undefined ? outputs.all() : outputs.of(only) });
    },
  });
}

/** `with` is evaluated once more for each item, which it sees as `item`. */
function runOwnUse(run: Run, task: CollectionTask, { slot, done }: ItemRun): void {
  const { part, store } = slot;
  const frame = frameOf(run, part, { store });
  const options = { verbatim: verbatimKeys(task.use?.text ?? null) };
  const input =
    task.with === null
      ? { ok: true as const, value: toItemInput(part.input, slot) }
      : evaluate(run, frame, { data: task.with, where: 'with', options });
  if (!input.ok) {
    done(input);
    return;
  }
  runUse(run, {
    activation: part,
    frame,
    input: input.value,
    done: (result) => done(result.ok ? { output: result.value } : result),
  });
}

/** The failure of an item or batch that took too long. */
export function timeoutError(what: string, limit: number): RunError {
  return runError('TIMEOUT_ERROR', 'collection.timeout', `${what} did not finish within ${limit} ms.`, {
    timeout: limit,
  });
}

/** A collection's error: the code of its first failed item, and which that was (format.md 4). */
export function itemError(slot: ItemSlot, error: RunError): RunError {
  const details = {
    type: 'collection.item',
    index: slot.index,
    item: slot.item,
    reason: error.message,
    cause: error.details,
  };
  return { code: error.code, message: `Item ${slot.index} failed: ${error.message}`, details };
}

/** One entry of `tasks.<id>.items`. */
export function toItemState(slot: ItemSlot | undefined): JsonObject {
  if (slot === undefined) return { status: 'skipped', output: null, error: null, duration: null };
  const duration = slot.startedAt === null || slot.endedAt === null ? null : slot.endedAt - slot.startedAt;
  return {
    status: slot.status === 'pending' ? 'skipped' : slot.status,
    output: slot.output,
    error: errorToJson(slot.error),
    duration,
  };
}
