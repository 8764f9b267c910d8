import type { Task } from '../../model/index.ts';
import type { Activation, Run } from '../Run.ts';
import { runBasic } from './basic.ts';
import { runCollection } from './collection.ts';
import { runComposite } from './composite.ts';
import { runDecision } from './decision.ts';
import { runMap } from './map.ts';
import { runParallel } from './parallel.ts';
import { runUnknown } from './unknown.ts';
import { runWait } from './wait.ts';

type TaskOf = { readonly [Type in Task['type']]: Extract<Task, { type: Type }> };
type Runners = { readonly [Type in Task['type']]: (run: Run, activation: Activation, task: TaskOf[Type]) => void };

/** How each type runs an attempt. It ends with one `succeed` or `fail`, now or later. */
const RUNNERS: Runners = {
  basic: runBasic,
  parallel: runParallel,
  decision: runDecision,
  collection: runCollection,
  wait: runWait,
  map: runMap,
  composite: runComposite,
  unknown: runUnknown,
} satisfies Record<Task['type'], unknown>;

/** Runs one attempt of an activation by its task's type. */
export function runTask(run: Run, activation: Activation): void {
  const { type, task } = activation.program;
  // The type is that of the task.
  const runner = RUNNERS[type] as (run: Run, activation: Activation, task: Task) => void;
  runner(run, activation, task);
}
