import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { ParallelTask } from '../../model/index.ts';
import { cancelScope } from '../cancel.ts';
import { childError } from '../containers.ts';
import { announceQueued, createActivation } from '../createActivation.ts';
import { createScope, findDepthProblem } from '../createScope.ts';
import { emit, refOf } from '../emit.ts';
import { errorToJson, runError } from '../errors.ts';
import { frameOf } from '../evaluate.ts';
import { callHook } from '../hooks.ts';
import type { Level } from '../Program.ts';
import type { Activation, Run, Scope, ScopeFailure } from '../Run.ts';
import { readBoolean, readNumber, readSettings } from '../settings.ts';
import { fail, succeed } from '../settle.ts';
import { createStore, mergeStore } from '../stores.ts';
import type { TaskProgram } from '../TaskProgram.ts';
import { createLane, enqueue } from '../turns.ts';
import type { UseResult } from '../UseRequest.ts';
import { runUse } from '../uses.ts';

/** Operations at once where `max_concurrent` is absent. */
const MOST_AT_ONCE = 100;

/** Runs children side by side (format.md 4). Output `{child id: output}`, null for one that failed or was cancelled. */
export function runParallel(run: Run, activation: Activation, task: ParallelTask): void {
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
    new Operations(run, activation, { level, atOnce, failFast: failFast ?? false }).start();
  }
}

interface OperationState {
  readonly id: string;
  readonly index: number;
  readonly scope: Scope;
  readonly child: Activation;
  startedAt: number;
}

/** The operations of one attempt of a parallel task. */
class Operations {
  private readonly run: Run;
  private readonly activation: Activation;
  private readonly options: { readonly level: Level; readonly atOnce: number; readonly failFast: boolean };
  private readonly operations: readonly OperationState[];
  private next = 0;
  private done = 0;
  /** Ended, with `on_operation_complete` not yet back. */
  private completing = 0;
  private failed = 0;
  private firstFailure: ScopeFailure | null = null;

  constructor(run: Run, activation: Activation, options: { level: Level; atOnce: number; failFast: boolean }) {
    this.run = run;
    this.activation = activation;
    this.options = options;
    this.operations = [...options.level.tasks.values()].map((program) => this.prepare(program));
    activation.close = () => this.close();
  }

  start(): void {
    for (const operation of this.operations.slice(this.options.atOnce)) announceQueued(this.run, operation.child);
    while (this.next < Math.min(this.options.atOnce, this.operations.length)) this.startNext();
  }

  private prepare(program: TaskProgram): OperationState {
    const { id, position: index } = program;
    const scope = createScope({
      container: this.activation,
      level: this.options.level,
      store: createStore(this.activation.scope.store),
      roots: new Map([['operation_id', id]]),
      operation: { kind: 'operation', index },
      owner: { continuesOnError: false, onEnd: (ended) => this.complete(index, ended.failure) },
    });
    const lane = createLane(scope, program);
    scope.lanes.set(index, lane);
    const child = createActivation(this.run, lane, { arrival: { with: {}, event: null, error: null } });
    return { id, index, scope, child, startedAt: 0 };
  }

  private startNext(): void {
    const operation = this.operations[this.next];
    this.next += 1;
    if (operation === undefined) return;
    operation.startedAt = this.run.now;
    const begin = (): void => {
      // `fail_fast` may have cancelled it while the hook ran.
      if (!operation.scope.isEnded) enqueue(this.run, operation.child);
    };
    this.callHook(operation, { handler: 'on_operation_start', fields: {}, done: begin });
  }

  private complete(index: number, failure: ScopeFailure | null): void {
    const operation = this.operations[index];
    if (operation === undefined) return;
    if (failure !== null) {
      this.failed += 1;
      this.firstFailure ??= failure;
      if (this.options.failFast) for (const other of this.operations) cancelScope(this.run, other.scope);
    }
    this.completing += 1;
    const { status, output, error } = operation.child;
    const fields = { status, output, error: errorToJson(error), duration: this.run.now - operation.startedAt };
    this.callHook(operation, { handler: 'on_operation_complete', fields, done: () => this.finishOne() });
  }

  private finishOne(): void {
    this.done += 1;
    this.completing -= 1;
    const total = this.operations.length;
    emit(this.run, { type: 'task.progress', ...refOf(this.activation), done: this.done, total, failed: this.failed });
    const mustStop = this.options.failFast && this.firstFailure !== null;
    if (this.done === total || (mustStop && this.completing === 0)) this.finish();
    else if (!mustStop) this.startNext();
  }

  private finish(): void {
    const { run, activation, firstFailure } = this;
    if (firstFailure !== null) {
      // `fail` closes the attempt, and takes the outputs so far from that.
      fail(run, activation, { error: childError('parallel.operation', firstFailure) });
      return;
    }
    const output = this.close();
    activation.close = null;
    succeed(run, activation, { output });
  }

  private close(): JsonObject {
    for (const operation of this.operations) mergeStore(operation.scope.store);
    return jsonObject(
      this.operations.map(({ id, child }): [string, Json] => [id, child.status === 'success' ? child.output : null]),
    );
  }

  private callHook(
    operation: OperationState,
    call: { handler: 'on_operation_start' | 'on_operation_complete'; fields: JsonObject; done: () => void },
  ): void {
    const { id, index, scope } = operation;
    const { handler, fields, done } = call;
    callHook(this.run, this.activation, {
      handler,
      event: (head) => ({ ...head, operation_id: id, index, ...fields }),
      index,
      store: scope.store,
      roots: scope.roots,
      done,
    });
  }
}

/** Without children: its own `use` is the one operation, under the task's id. */
function runSingle(run: Run, activation: Activation): void {
  const id = activation.task.id;
  const startedAt = run.now;
  activation.roots.set('operation_id', id);
  const finish = (result: UseResult): void => {
    const outcome = result.ok
      ? { status: 'success', output: result.value, error: null }
      : { status: 'error', output: null, error: errorToJson(result.error) };
    const duration = run.now - startedAt;
    const done = (): void =>
      result.ok ? succeed(run, activation, { output: result.value }) : fail(run, activation, result);
    callHook(run, activation, {
      handler: 'on_operation_complete',
      event: (head) => ({ ...head, operation_id: id, index: 0, ...outcome, duration }),
      index: 0,
      done,
    });
  };
  callHook(run, activation, {
    handler: 'on_operation_start',
    event: (head) => ({ ...head, operation_id: id, index: 0 }),
    index: 0,
    done: () => runUse(run, { activation, frame: frameOf(run, activation), input: activation.input, done: finish }),
  });
}
