import type { Json } from '../../base/index.ts';
import { TASK_TYPES, type Task, type TaskOf, type UnknownTask } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { frameOf, readSetting, readWord } from '../evaluate/evaluate.ts';
import type { Level } from '../program/Program.ts';
import { childError, createSequence, enterSequence, outputsOf, warnOfFailed } from '../scheduler/containers.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import type { Activation, Body, Scope } from '../state/Activation.ts';
import { findDepthProblem } from '../state/createActivation.ts';
import type { Choice } from '../state/Plan.ts';
import type { InputMismatch, Machine, Run } from '../state/Run.ts';
import { runCollection } from './collection.ts';
import { choiceOf, endDecision, runDecision, useOrPass } from './decision.ts';
import { closeBatches } from './items.ts';
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

/** Runs children in list order (format.md 4). Output `{child id: output}`, null for one that failed or never ran. */
function runComposite(run: Run, activation: Activation, task: TaskOf<'composite'>): void {
  const level = run.program.inside.get(task);
  if (level === undefined) {
    runBasic(run, activation);
    return;
  }
  const problem = findDepthProblem(run, activation);
  const handling = readSetting(run, frameOf(run, activation), {
    setting: task.config.errorHandling,
    read: readWord('continue', 'stop'),
    where: 'config.error_handling',
  });
  if (problem !== null) fail(run, activation, { error: problem });
  else if (!handling.ok) fail(run, activation, handling);
  else runChildren(run, activation, { level, continuesOnError: handling.value === 'continue' });
}

function runChildren(run: Run, activation: Activation, options: { level: Level; continuesOnError: boolean }): void {
  const { level, continuesOnError } = options;
  const scope = createSequence(activation, { level, store: activation.scope.store, slot: null, continuesOnError });
  activation.body = { kind: 'composite', scope };
  enterSequence(run, scope);
}

/** Ends a composite in whose scope nothing is left. */
export function endComposite(run: Run, activation: Activation, scope: Scope): void {
  const output = outputsOf(scope);
  activation.body = null;
  const { failure, owner, level } = scope;
  if (failure !== null) {
    fail(run, activation, { error: childError('composite.task', failure), output, isFromInside: true });
    return;
  }
  const failed = owner.kind === 'sequence' ? owner.failed : 0;
  warnOfFailed(run, activation, { failed, total: level.order.length, what: 'tasks', first: null });
  succeed(run, activation, { output });
}

/** Runs the task's own `use` and takes its result as output; without `use` the output is the input (format.md 3). */
function runBasic(run: Run, activation: Activation): void {
  if (useOrPass(run, activation)) succeed(run, activation, { output: activation.input });
}

/** Ends a basic task with the result of its `use`. */
export function endBasic(run: Run, activation: Activation, result: UseResult): void {
  if (result.ok) succeed(run, activation, { output: result.value });
  else fail(run, activation, result);
}
