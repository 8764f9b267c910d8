import type { Json } from '../../base/index.ts';
import type { CollectionTask } from '../../model/index.ts';
import { runSequence } from '../containers.ts';
import type { RunError } from '../Effect.ts';
import { runError } from '../errors.ts';
import { evaluate, frameOf } from '../evaluate.ts';
import { toItemInput } from '../items.ts';
import type { Run } from '../Run.ts';
import { verbatimKeys } from '../UseRequest.ts';
import { runUse } from '../uses.ts';
import type { ItemSlot } from './itemSlot.ts';

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
