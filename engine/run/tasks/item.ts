import type { Json, Result } from '../../base/index.ts';
import { ok } from '../../base/index.ts';
import { verbatimKeys } from '../../tools/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { evaluate, frameOf } from '../evaluate/evaluate.ts';
import type { Activation, ItemSlot, Store } from '../state/Activation.ts';
import { createPart } from '../state/createActivation.ts';
import { ItemRoots } from '../state/ItemRoots.ts';
import type { Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import { runUse } from '../uses/runUse.ts';
import { toItemInput } from './items.ts';

/** The result of an item's body. */
export type ItemResult = { readonly output: Json } | { readonly error: RunError };

/** Runs a collection's own `use` for one item (format.md 4), unless its input has an error; `with` is evaluated once more for each, which it sees as `item`. */
export function runItemUse(run: Run, slot: ItemSlot): Result<Json, RunError> {
  const activation = partOf(slot);
  const { task } = activation;
  const frame = frameOf(run, activation, { store: storeOf(slot) });
  const options = { verbatim: verbatimKeys(task.use?.text ?? null) };
  const input =
    task.with === null
      ? ok(toItemInput(activation.input, slot))
      : evaluate(run, frame, { data: task.with, where: 'with', options });
  if (input.ok) runUse(run, { activation, frame, input: input.value, continuation: { kind: 'item.settle', slot } });
  return input;
}

/** The failure of an item or batch that took too long. */
export function timeoutError(what: string, limit: number): RunError {
  return runError('TIMEOUT_ERROR', 'collection.timeout', `${what} did not finish within ${limit} ms.`, {
    timeout: limit,
  });
}

/** What an item has in flight, created on first use. */
export function partOf(slot: ItemSlot): Activation {
  slot.part ??= createItemPart(slot);
  return slot.part;
}

function createItemPart(slot: ItemSlot): Activation {
  const { activation } = slot.batch.body;
  return createPart(activation, { kind: 'item', index: slot.index }, new ItemRoots(activation.roots, slot));
}

/** What an item writes its results to, created on first use. */
export function storeOf(slot: ItemSlot): Store {
  slot.store ??= createStore(slot.batch.body.activation.scope.store);
  return slot.store;
}
