import type { CollectionTask } from '../../model/index.ts';
import type { RunError } from '../Effect.ts';
import { runError } from '../errors.ts';
import { evaluate, frameOf } from '../evaluate.ts';
import { toItemInput } from '../items.ts';
import type { Run } from '../Run.ts';
import { verbatimKeys } from '../UseRequest.ts';
import { runUse } from '../uses.ts';
import type { ItemResult, ItemSlot } from './itemSlot.ts';

/** An item to run, and who hears of its end. */
export interface ItemRun {
  readonly slot: ItemSlot;
  readonly done: (result: ItemResult) => void;
}

/** Runs a collection's own `use` for one item (format.md 4); `with` is evaluated once more for each, which it sees as `item`. */
export function runOwnUse(run: Run, task: CollectionTask, { slot, done }: ItemRun): void {
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
