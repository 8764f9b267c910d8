import { type Json, type JsonObject, jsonObject } from '../base/index.ts';
import { enterScope } from './arrivals.ts';
import { createScope } from './createScope.ts';
import type { RunError } from './Effect.ts';
import { errorToJson } from './errors.ts';
import { callHook, hasHook } from './hooks.ts';
import type { Level } from './Program.ts';
import { durationOf, type EventHead } from './plans.ts';
import type { Activation, Arrival, Hindrance, Run, Scope, ScopeFailure, ScopeOwner, Store } from './Run.ts';
import type { Operation } from './RunEvent.ts';

/** A container's error: the code of its first failed child, and which child that was (format.md 4). */
export function childError(
  kind: string,
  failure: ScopeFailure,
  more: JsonObject = { task_id: failure.taskId },
): RunError {
  const { code, message, details } = failure.error;
  return {
    code,
    message: `Task "${failure.taskId}" failed: ${message}`,
    details: { type: kind, ...more, reason: message, cause: details },
  };
}

/** Children to run in list order, and who is told. */
export interface Sequence {
  readonly level: Level;
  readonly store: Store;
  /** Absent in a composite, whose children are subtasks. */
  readonly operation?: Operation;
  readonly continuesOnError: boolean;
  /** Called each time a child is settled: how many were, and how many of them failed. */
  readonly onProgress?: (done: number, failed: number) => void;
  /** Called once when nothing runs in it any more. */
  readonly onEnd: (failure: ScopeFailure | null, outputs: SequenceOutputs) => void;
}

/**
 * Runs children in list order, by their own transitions where they have some (format.md 4, composite), with
 * `on_task_start` and `on_task_complete` around each. Answers with what reads their outputs.
 */
export function runSequence(run: Run, container: Activation, sequence: Sequence): SequenceOutputs {
  const owner = new SequenceOwner(run, container, sequence);
  const [first] = sequence.level.order;
  if (first !== undefined) enterScope(run, owner.scope, [{ target: first, arrival: NOTHING_PASSED }]);
  return owner;
}

const NOTHING_PASSED: Arrival = { with: {}, event: null, error: null };

/** Outputs of the children so far, null for a child that failed or never ran. */
export interface SequenceOutputs {
  /** By id, in list order. */
  all(): JsonObject;
  /** Of one child. */
  of(id: string): Json;
}

/** Goes with the children of a sequence from start to end. */
class SequenceOwner implements ScopeOwner, SequenceOutputs {
  readonly continuesOnError: boolean;
  readonly scope: Scope;
  private readonly run: Run;
  private readonly container: Activation;
  private readonly sequence: Sequence;
  /** How many children were settled, and how many of them failed. */
  private done = 0;
  private failed = 0;
  private calls = 0;

  constructor(run: Run, container: Activation, sequence: Sequence) {
    this.run = run;
    this.container = container;
    this.sequence = sequence;
    this.continuesOnError = sequence.continuesOnError;
    const { level, store, operation } = sequence;
    this.scope = createScope({ container, level, store, owner: this, operation: operation ?? null });
  }

  onStarting(child: Activation): Hindrance | null {
    const index = this.calls++;
    const { run, container, sequence } = this;
    if (!container.program.wrapsTasks || !hasHook(container, 'on_task_start')) return null;
    const { id, position } = child.program;
    const event = (head: EventHead): JsonObject => ({ ...head, task_id: id, index: position });
    return (done) => callHook(run, container, { handler: 'on_task_start', event, index, store: sequence.store, done });
  }

  onSettled(child: Activation, isUnhandled: boolean): Hindrance | null {
    const { run, container, sequence } = this;
    if (child.lane.settled === null) this.done += 1;
    child.lane.settled = child;
    if (isUnhandled) this.failed += 1;
    sequence.onProgress?.(this.done, this.failed);
    const index = this.calls++;
    if (!container.program.wrapsTasks || !hasHook(container, 'on_task_complete')) return null;
    const event = (head: EventHead): JsonObject => ({ ...head, ...toCompleteFields(run, child) });
    return (done) =>
      callHook(run, container, { handler: 'on_task_complete', event, index, store: sequence.store, done });
  }

  onEnd({ failure }: Scope): void {
    this.sequence.onEnd(failure, this);
  }

  all(): JsonObject {
    return jsonObject(this.sequence.level.order.map((id) => [id, this.of(id)]));
  }

  of(id: string): Json {
    const program = this.scope.level.tasks.get(id);
    const lane = program === undefined ? undefined : this.scope.lanes.get(program.position);
    return lane?.settled?.status === 'success' ? lane.settled.output : null;
  }
}

function toCompleteFields(run: Run, child: Activation): JsonObject {
  const { id, position: index } = child.program;
  const { status, output, error } = child;
  return { task_id: id, index, status, output, error: errorToJson(error), duration: durationOf(run, child) };
}
