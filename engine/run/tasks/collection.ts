import { err, ok, type Result } from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { frameOf, readBoolean, readDuration, readNumber, readSettings, readWord } from '../evaluate/evaluate.ts';
import { fail } from '../scheduler/endAttempt.ts';
import type { Activation } from '../state/Activation.ts';
import type { CollectionOptions } from '../state/attempts.ts';
import { findDepthProblem } from '../state/createActivation.ts';
import type { Run } from '../state/Run.ts';
import { startBatches } from './batches.ts';
import { readItems } from './items.ts';

/** Concurrent batches in `parallel` mode where `max_concurrent` is absent: one if they hold several items, else this many. */
const DEFAULT_AT_ONCE = 10;

/** Does the same for each item, in batches (format.md 4). Output: the items' outputs, in their order. */
export function runCollection(run: Run, activation: Activation, task: TaskOf<'collection'>): void {
  const items = readItems(run, activation, task);
  if (!items.ok) {
    fail(run, activation, items);
    return;
  }
  activation.roots.set('items', items.value);
  const problem = findDepthProblem(run, activation);
  const options = problem === null ? readOptions(run, activation, task) : err(problem);
  if (options.ok) startBatches(run, activation, { ...options.value, items: items.value });
  else fail(run, activation, options);
}

function readOptions(
  run: Run,
  activation: Activation,
  task: TaskOf<'collection'>,
): Result<Omit<CollectionOptions, 'items'>, RunError> {
  const { config } = task;
  const settings = readSettings(run, frameOf(run, activation), {
    mode: { setting: config.mode, read: readWord('parallel', 'sequential'), where: 'config.mode' },
    size: { setting: config.batchSize, read: readNumber, where: 'config.batch_size' },
    atOnce: { setting: config.maxConcurrent, read: readNumber, where: 'config.max_concurrent' },
    goesOn: { setting: config.continueOnError, read: readBoolean, where: 'config.continue_on_error' },
    perBatch: { setting: config.timeoutPerBatch, read: readDuration, where: 'config.timeout_per_batch' },
    perItem: { setting: config.timeoutPerItem, read: readDuration, where: 'config.timeout_per_item' },
  });
  if (!settings.ok) return settings;
  const { mode, size, atOnce, goesOn, perBatch, perItem } = settings.value;
  const batchSize = Math.floor(size ?? 1);
  const isSequential = mode === 'sequential';
  const batchesAtOnce = isSequential ? 1 : Math.floor(atOnce ?? (batchSize > 1 ? 1 : DEFAULT_AT_ONCE));
  if (batchSize < 1 || batchesAtOnce < 1) {
    return err(
      runError('CONFIGURATION_ERROR', 'setting', 'config.batch_size and config.max_concurrent must be 1 or more.'),
    );
  }
  return ok({
    batchSize,
    isSequential,
    batchesAtOnce,
    continueOnError: goesOn ?? false,
    perBatch,
    perItem,
  });
}
