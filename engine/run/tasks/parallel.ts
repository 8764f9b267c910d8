import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { TaskOf } from '../../model/index.ts';
import { errorToJson, runError } from '../contract/errors.ts';
import type { UseResult } from '../contract/UseResult.ts';
import { frameOf, readBoolean, readNumber, readSettings } from '../evaluate/evaluate.ts';
import type { EventHead } from '../evaluate/planTransitions.ts';
import { mergeStore } from '../evaluate/stores.ts';
import type { Level } from '../program/Program.ts';
import type { TaskProgram } from '../program/TaskProgram.ts';
import { cancelScope } from '../scheduler/cancel.ts';
import { childError } from '../scheduler/containers.ts';
import { fail, succeed } from '../scheduler/endAttempt.ts';
import { callHook } from '../scheduler/hooks.ts';
import { enqueue } from '../scheduler/lanes.ts';
import type { Activation, OperationState, ParallelBody } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { announceQueued, createActivation, createScope, findDepthProblem } from '../state/createActivation.ts';
import { emit, refOf } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import { LaneOf } from '../state/Scope.ts';
import { createStore } from '../state/Store.ts';

/** Concurrent operations where `max_concurrent` is absent. */
const MOST_AT_ONCE = 100;

/** Runs children side by side (format.md 4). Output `{child id: output}`, null for one that failed or was cancelled. */
export function runParallel(run: Run, activation: Activation, task: TaskOf<'parallel'>): void {
  const level = run.program.inside.get(task);
  if (level === undefined) {
    runSingle(run, activation);
    return;
  }
  const problem = findDepthProblem(run, activation);
  const { config } = task;
  const settings = readSettings(run, frameOf(run, activation), {
    limit: { setting: config.maxConcurrent, read: readNumber, where: 'config.max_concurrent' },
    failFast: { setting: config.failFast, read: readBoolean, where: 'config.fail_fast' },
  });
  if (problem !== null) fail(run, activation, { error: problem });
  else if (!settings.ok) fail(run, activation, settings);
  else if (settings.value.limit !== null && settings.value.limit < 1) {
    const error = runError('CONFIGURATION_ERROR', 'setting', 'config.max_concurrent must be 1 or more.');
    fail(run, activation, { error });
  } else {
    const { limit, failFast } = settings.value;
    const atOnce = Math.min(Math.floor(limit ?? MOST_AT_ONCE), MOST_AT_ONCE);
    startOperations(run, activation, { level, atOnce, failFast: failFast ?? false });
  }
}

function startOperations(
  run: Run,
  activation: Activation,
  { level, atOnce, failFast }: { level: Level; atOnce: number; failFast: boolean },
): void {
  const counts = { next: 0, done: 0, completing: 0, failed: 0, firstFailure: null };
  const body: ParallelBody = { kind: 'parallel', activation, atOnce, failFast, operations: [], ...counts };
  body.operations = [...level.tasks.values()].map((program) => prepare(run, body, { level, program }));
  activation.body = body;
  for (const operation of body.operations.slice(atOnce)) announceQueued(run, operation.child);
  while (body.next < Math.min(atOnce, body.operations.length)) startNext(run, body);
}

function prepare(
  run: Run,
  body: ParallelBody,
  { level, program }: { level: Level; program: TaskProgram },
): OperationState {
  const { id, position: index } = program;
  const { activation } = body;
  const scope = createScope({
    container: activation,
    level,
    store: createStore(activation.scope.store),
    roots: new Map([['operation_id', id]]),
    operation: { kind: 'operation', index },
    owner: { kind: 'operation', body, index },
  });
  const lane = new LaneOf(scope, program);
  scope.lanes.set(index, lane);
  const child = createActivation(run, lane, { arrival: { with: {}, event: null, error: null } });
  return { id, index, scope, child, startedAt: 0 };
}

function startNext(run: Run, body: ParallelBody): void {
  const operation = body.operations[body.next];
  body.next += 1;
  if (operation === undefined) return;
  operation.startedAt = run.now;
  const continuation = { kind: 'operation.begin', body, index: operation.index } as const;
  callOperationHook(run, body, { operation, handler: 'on_operation_start', fields: {}, continuation });
}

/** Begins an operation after `on_operation_start`; `fail_fast` may have cancelled it while that ran. */
export function beginOperation(run: Run, body: ParallelBody, index: number): void {
  const operation = body.operations[index];
  if (operation !== undefined && !operation.scope.isEnded) enqueue(run, operation.child);
}

/** Continues after an operation in whose scope nothing is left. */
export function endOperation(run: Run, body: ParallelBody, index: number): void {
  const operation = body.operations[index];
  if (operation === undefined) return;
  const { failure } = operation.scope;
  if (failure !== null) {
    body.failed += 1;
    body.firstFailure ??= failure;
    if (body.failFast) for (const other of body.operations) cancelScope(run, other.scope);
  }
  body.completing += 1;
  const { status, output, error } = operation.child;
  const fields = { status, output, error: errorToJson(error), duration: run.now - operation.startedAt };
  const continuation = { kind: 'operation.end', body } as const;
  callOperationHook(run, body, { operation, handler: 'on_operation_complete', fields, continuation });
}

/** Counts an operation after `on_operation_complete`; the next one begins, or the task ends. */
export function finishOperation(run: Run, body: ParallelBody): void {
  body.done += 1;
  body.completing -= 1;
  const total = body.operations.length;
  emit(run, { type: 'task.progress', ...refOf(body.activation), done: body.done, total, failed: body.failed });
  const mustStop = body.failFast && body.firstFailure !== null;
  if (body.done === total || (mustStop && body.completing === 0)) finish(run, body);
  else if (!mustStop) startNext(run, body);
}

function finish(run: Run, body: ParallelBody): void {
  const { activation, firstFailure } = body;
  if (firstFailure !== null) {
    // `fail` closes the attempt, and takes the outputs so far from that.
    fail(run, activation, { error: childError('parallel.operation', firstFailure), isFromInside: true });
    return;
  }
  const output = closeOperations(body);
  activation.body = null;
  succeed(run, activation, { output });
}

/** Merges what the operations wrote into the task's own scope; answers with the outputs so far. */
export function closeOperations({ operations }: ParallelBody): JsonObject {
  for (const operation of operations) mergeStore(operation.scope.store);
  return jsonObject(
    operations.map(({ id, child }): [string, Json] => [id, child.status === 'success' ? child.output : null]),
  );
}

function callOperationHook(
  run: Run,
  body: ParallelBody,
  call: {
    readonly operation: OperationState;
    readonly handler: 'on_operation_start' | 'on_operation_complete';
    readonly fields: JsonObject;
    readonly continuation: Continuation;
  },
): void {
  const { handler, fields, continuation } = call;
  const { id, index, scope } = call.operation;
  const event = (head: EventHead): JsonObject => ({ ...head, operation_id: id, index, ...fields });
  callHook(run, body.activation, { handler, event, index, store: scope.store, roots: scope.roots, continuation });
}

/** Without children: its own `use` is the one operation, under the task's id. */
function runSingle(run: Run, activation: Activation): void {
  const { id } = activation.task;
  activation.body = { kind: 'single', startedAt: run.now };
  activation.roots.set('operation_id', id);
  callHook(run, activation, {
    handler: 'on_operation_start',
    event: (head) => ({ ...head, operation_id: id, index: 0 }),
    index: 0,
    continuation: { kind: 'single.begin', activation },
  });
}

/** Completes the one operation with the result of its `use`. */
export function endSingleUse(run: Run, activation: Activation, result: UseResult): void {
  const { body, task } = activation;
  const outcome = result.ok
    ? { status: 'success', output: result.value, error: null }
    : { status: 'error', output: null, error: errorToJson(result.error) };
  const duration = run.now - (body?.kind === 'single' ? body.startedAt : run.now);
  callHook(run, activation, {
    handler: 'on_operation_complete',
    event: (head) => ({ ...head, operation_id: task.id, index: 0, ...outcome, duration }),
    index: 0,
    continuation: { kind: 'single.end', activation, result },
  });
}
