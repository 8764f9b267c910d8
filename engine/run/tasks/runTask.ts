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

type Runners = {
  readonly [Type in Task['type']]: (run: Run, activation: Activation, task: Extract<Task, { type: Type }>) => void;
};

/** How each type runs an attempt. It ends with one `succeed` or `fail`, now or later. */
const RUNNERS = {
  basic: runBasic,
  parallel: runParallel,
  decision: runDecision,
  collection: runCollection,
  wait: runWait,
  map: runMap,
  composite: runComposite,
  unknown: runUnknown,
} satisfies Runners;

/** Runs one attempt of an activation by its task's type. */
export function runTask(run: Run, activation: Activation): void {
  const { task } = activation;
  // The registry gives each type the runner of that same type, which an index by a union cannot say.
  const runner = RUNNERS[task.type] as (run: Run, activation: Activation, task: Task) => void;
  runner(run, activation, task);
}
