import { type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import { durationOf, type EventHead } from '../evaluate/planTransitions.ts';
import type { Level } from '../program/Program.ts';
import type { Activation, ItemSlot, Scope, SequenceOwner, Store } from '../state/Activation.ts';
import { createScope } from '../state/createActivation.ts';
import { emit, refOf, warn } from '../state/emit.ts';
import { isBefore } from '../state/isBefore.ts';
import type { Arrival, Plan } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';
import type { ScopeFailure } from '../state/Scope.ts';
import { enterScope } from './admission.ts';
import { callHook, hasHook } from './hooks.ts';

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

/** Children to run in list order. */
export interface Sequence {
  readonly level: Level;
  readonly store: Store;
  /** The item whose body they are; null in a composite, whose children are subtasks. */
  readonly slot: ItemSlot | null;
  readonly continuesOnError: boolean;
}

const NOTHING_PASSED: Arrival = { with: {}, event: null, error: null };

/**
 * The scope of children that run in list order, by their own transitions where they have some (format.md 4, composite),
 * with `on_task_start` and `on_task_complete` around each. Enter it with {@link enterSequence}.
 */
export function createSequence(container: Activation, sequence: Sequence): Scope {
  const { level, store, slot, continuesOnError } = sequence;
  const owner: SequenceOwner = { kind: 'sequence', slot, done: 0, failed: 0, calls: 0 };
  // An item's part is named as its children's operation is.
  const operation = container.name?.kind === 'item' ? container.name : null;
  return createScope({ container, level, store, owner, operation, continuesOnError });
}

/** Begins with the first child. */
export function enterSequence(run: Run, scope: Scope): void {
  const [first] = scope.level.order;
  if (first !== undefined) enterScope(run, scope, [{ target: first, arrival: NOTHING_PASSED }]);
}

/** Calls `on_task_start` of the container, after which the child begins; false where there is none. */
export function callTaskStart(run: Run, child: Activation): boolean {
  const { owner, container, store } = child.scope;
  if (owner.kind !== 'sequence' || container === null) return false;
  const index = owner.calls++;
  if (!container.program.wrapsTasks || !hasHook(container, 'on_task_start')) return false;
  const { id, position } = child.program;
  const event = (head: EventHead): JsonObject => ({ ...head, task_id: id, index: position });
  callHook(run, container, {
    handler: 'on_task_start',
    event,
    index,
    store,
    continuation: { kind: 'task.begin', activation: child },
  });
  return true;
}

/** Counts a settled child of a sequence. */
export function countSettled(run: Run, child: Activation, isUnhandled: boolean): void {
  const { owner, container, level } = child.scope;
  if (owner.kind !== 'sequence' || container === null) return;
  if (child.lane.settled === null) owner.done += 1;
  child.lane.settled = child;
  if (isUnhandled) owner.failed += 1;
  if (owner.slot !== null) return;
  const { done, failed } = owner;
  emit(run, { type: 'task.progress', ...refOf(container), done, total: level.order.length, failed });
}

/** Calls `on_task_complete` of the container, after which the child's plan is followed; false where there is none. */
export function callTaskComplete(run: Run, child: Activation, plan: Plan): boolean {
  const { owner, container, store, failures } = child.scope;
  if (owner.kind !== 'sequence' || container === null) return false;
  const index = owner.calls++;
  if (!container.program.wrapsTasks || !hasHook(container, 'on_task_complete')) return false;
  const event = (head: EventHead): JsonObject => ({ ...head, ...toCompleteFields(run, child) });
  const continuation = { kind: 'task.follow', activation: child, plan, failures } as const;
  callHook(run, container, { handler: 'on_task_complete', event, index, store, continuation });
  return true;
}

/** Outputs of the children so far by id, in list order; null for a child that failed or never ran. */
export function outputsOf(scope: Scope): JsonObject {
  return jsonObject(scope.level.order.map((id) => [id, outputOf(scope, id)]));
}

/** As {@link outputsOf}, of one child. */
export function outputOf({ level, lanes }: Scope, id: string): Json {
  const program = level.tasks.get(id);
  const settled = program === undefined ? undefined : lanes.get(program.position)?.settled;
  return settled?.status === 'success' ? settled.output : null;
}

/** How many items or tasks of a container failed; `first` is the message of the first, null where a task of its own has it. */
interface FailedInside {
  readonly failed: number;
  readonly total: number;
  readonly what: 'items' | 'tasks';
  readonly first: string | null;
}

/** Warns of what failed inside of a container that succeeds all the same. */
export function warnOfFailed(run: Run, container: Activation, { failed, total, what, first }: FailedInside): void {
  if (failed === 0 || isBefore(run, '0.3')) return;
  const cause = first === null ? '' : ` The first: ${first}`;
  const message = `${failed} of ${total} ${what} failed.${cause}`;
  warn(run, container, { code: 'FAILED_INSIDE', message, path: null });
}

function toCompleteFields(run: Run, child: Activation): JsonObject {
  const { id, position: index } = child.program;
  const { status, output, error } = child;
  return { task_id: id, index, status, output, error: errorToJson(error), duration: durationOf(run, child) };
}
