import { type Json, type JsonObject, jsonObject } from '../base/index.ts';
import { enterScope } from './arrivals.ts';
import { createScope } from './createScope.ts';
import type { RunError } from './Effect.ts';
import { errorToJson } from './errors.ts';
import { callHook } from './hooks.ts';
import type { Level } from './Program.ts';
import { durationOf } from './plans.ts';
import type { Activation, Run, ScopeFailure, Store } from './Run.ts';
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
  readonly onEnd: (failure: ScopeFailure | null) => void;
}

/**
 * Runs children in list order, by their own transitions where they have some (format.md 4, composite), with
 * `on_task_start` and `on_task_complete` around each. Answers with a reader of the outputs so far, null for a child that failed or never ran.
 */
export function runSequence(run: Run, container: Activation, sequence: Sequence): () => JsonObject {
  const { level } = sequence;
  const ended = new Map<string, Activation>();
  let failed = 0;
  let calls = 0;
  const scope = createScope({
    container,
    level,
    store: sequence.store,
    ...(sequence.operation === undefined ? {} : { operation: sequence.operation }),
    owner: {
      continuesOnError: sequence.continuesOnError,
      onStarting: (child, done) => {
        const fields = () => ({ task_id: child.task.id, index: level.positions.get(child.task.id) ?? 0 });
        callHook(run, container, { handler: 'on_task_start', fields, index: calls++, store: sequence.store, done });
      },
      onSettled: (child, isUnhandled, done) => {
        ended.set(child.task.id, child);
        if (isUnhandled) failed += 1;
        sequence.onProgress?.(ended.size, failed);
        callHook(run, container, {
          handler: 'on_task_complete',
          fields: () => toCompleteFields(run, child),
          index: calls++,
          store: sequence.store,
          done,
        });
      },
      onEnd: ({ failure }) => sequence.onEnd(failure),
    },
  });
  const [first] = level.order;
  if (first !== undefined) enterScope(run, scope, [{ target: first, arrival: { with: {}, event: null, error: null } }]);
  return () => jsonObject(level.order.map((id) => [id, outputOf(ended.get(id))]));
}

function outputOf(child: Activation | undefined): Json {
  return child?.status === 'success' ? child.output : null;
}

function toCompleteFields(run: Run, child: Activation): JsonObject {
  const index = child.scope.level.positions.get(child.task.id) ?? 0;
  const { status, output, error } = child;
  return { task_id: child.task.id, index, status, output, error: errorToJson(error), duration: durationOf(run, child) };
}
