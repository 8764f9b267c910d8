import type { Json } from '../../base/index.ts';
import { TASK_TYPES, type Task, type UnknownTask } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { outputsOf } from '../scheduler/containers.ts';
import { fail } from '../scheduler/endAttempt.ts';
import type { Activation, Body } from '../state/Activation.ts';
import type { Choice } from '../state/Plan.ts';
import type { InputMismatch, Machine, Run } from '../state/Run.ts';
import { endBasic, runBasic } from './basic.ts';
import { closeBatches } from './closeBatches.ts';
import { runCollection } from './collection.ts';
import { runComposite } from './composite.ts';
import { choiceOf, endDecision, runDecision } from './decision.ts';
import { chooseForMismatch, endMap, runMap, toValidationChoice } from './map.ts';
import { closeOperations, endSingleUse, runParallel } from './parallel.ts';
import { chooseForTimeout, resumeWait, runWait } from './wait.ts';

/** The behaviour of a task type. */
interface TaskBehaviour<T extends Task> {
  /** Runs an attempt. It ends with one `succeed` or `fail`, now or later. */
  run(run: Run, activation: Activation, task: T): void;
  /** Continues with the result of the task's own `use`; absent where the type never runs it as a whole. */
  endUse?(run: Run, activation: Activation, ended: { readonly task: T; readonly result: UseResult }): void;
  /** The handler that goes before `on_error` where the input does not fit. */
  chooseForInput?(run: Run, activation: Activation, found: InputMismatch): Choice;
  /** The handler that goes before `on_error` where this error is pinned; null: there is none. */
  chooseForError?(run: Run, activation: Activation, error: RunError): Choice | null;
  /** The choice that a pinned output names. */
  chooseForOutput?(run: Run, pinned: { readonly task: T; readonly output: Json }): Choice;
  /** Closes the body of an attempt: merges what the parts wrote, returns the output so far. */
  close?(body: Body): Json;
  /** True where the output is that of what the task uses, as it is. */
  readonly givesUseResult?: true;
}

type Behaviours = { readonly [Type in Task['type']]: TaskBehaviour<Extract<Task, { type: Type }>> };

const BEHAVIOURS: Behaviours = {
  basic: {
    run: runBasic,
    endUse: (run, activation, { result }) => endBasic(run, activation, result),
    givesUseResult: true,
  },
  parallel: {
    run: runParallel,
    endUse: (run, activation, { result }) => endSingleUse(run, activation, result),
    close: (body) => (body.kind === 'parallel' ? closeOperations(body) : null),
    givesUseResult: true,
  },
  decision: { run: runDecision, endUse: endDecision, chooseForOutput: choiceOf },
  collection: { run: runCollection, close: (body) => (body.kind === 'collection' ? closeBatches(body) : null) },
  wait: {
    run: runWait,
    endUse: (run, activation, { task, result }) => resumeWait(run, { activation, task }, { kind: 'use.end', result }),
    chooseForError: chooseForTimeout,
  },
  map: { run: runMap, endUse: endMap, chooseForInput: toValidationChoice, chooseForError: chooseForMismatch },
  composite: {
    run: runComposite,
    endUse: (run, activation, { result }) => endBasic(run, activation, result),
    close: (body) => (body.kind === 'composite' ? outputsOf(body.scope) : null),
    givesUseResult: true,
  },
  unknown: { run: runUnknown },
};

/** The part of the machine that depends on a task's type. */
export const BY_TYPE: Pick<
  Machine,
  'runTask' | 'chooseForInput' | 'chooseForError' | 'chooseForOutput' | 'closeBody' | 'givesUseResult'
> = {
  runTask: (run, activation) => behaviourOf(activation).run(run, activation, activation.task),
  chooseForInput: (run, activation, found) => behaviourOf(activation).chooseForInput?.(run, activation, found) ?? null,
  chooseForError: (run, activation, error) => behaviourOf(activation).chooseForError?.(run, activation, error) ?? null,
  chooseForOutput: (run, activation, output) =>
    behaviourOf(activation).chooseForOutput?.(run, { task: activation.task, output }) ?? null,
  closeBody: (activation) =>
    activation.body === null ? null : (behaviourOf(activation).close?.(activation.body) ?? null),
  givesUseResult: (activation) => behaviourOf(activation).givesUseResult === true,
};

/** Continues with the result of what a task uses. */
export function endUse(run: Run, activation: Activation, result: UseResult): void {
  behaviourOf(activation).endUse?.(run, activation, { task: activation.task, result });
}

function behaviourOf({ program }: Activation): TaskBehaviour<Task> {
  // The type is that of the task: methods take a narrower one than this says.
  return BEHAVIOURS[program.type];
}

/** A task without a type of the seed fails with an error that says so. */
function runUnknown(run: Run, activation: Activation, task: UnknownTask): void {
  const written = task.writtenType === null ? 'no type' : `the type "${task.writtenType}"`;
  const message = `Task "${task.id}" has ${written}, so it cannot run. Set its type to one of ${TASK_TYPES.join(', ')}.`;
  fail(run, activation, { error: runError('CONFIGURATION_ERROR', 'task.type', message) });
}
