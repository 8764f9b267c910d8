import { err, type JsonObject, ok } from '../../base/index.ts';
import type { HandlerName } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { evaluateMap, frameOf } from '../evaluate/evaluate.ts';
import { type EventHead, toEventHead } from '../evaluate/planTransitions.ts';
import { mergeStore } from '../evaluate/stores.ts';
import { findHandler } from '../program/TaskProgram.ts';
import type { Activation, Scope, ScopeOwner, Store } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { createScope, findDepthProblem } from '../state/createActivation.ts';
import { emit, emitFired, refOf, warn } from '../state/emit.ts';
import type { Run } from '../state/Run.ts';
import type { Roots } from '../state/Scope.ts';
import { createStore } from '../state/Store.ts';
import { enterScope } from './admission.ts';

/** One call of a handler that may fire many times. */
export interface HookCall {
  readonly handler: HandlerName;
  /** The `event`: the common fields and its own (format.md 7). Only called where there is such a handler. */
  readonly event: (head: EventHead) => JsonObject;
  /** Counts calls of this handler, from 0. */
  readonly index: number;
  /** Results the hook reads, and writes to when it returns; absent: those of the activation's own scope. */
  readonly store?: Store;
  /** Roots of the part it is called for, such as `operation_id`. */
  readonly roots?: Roots;
  /** Resumed when the hook has returned or failed; immediately where there is none. */
  readonly continuation: Continuation;
}

/** Whether there is such a handler to call. */
export function hasHook(activation: Activation, handler: HandlerName): boolean {
  return findHandler(activation.program, handler) !== undefined;
}

/** Calls a handler that may fire many times: its `next` runs as a nested branch and is waited for (format.md 7). Its failure is a warning. */
export function callHook(run: Run, activation: Activation, call: HookCall): void {
  const handler = findHandler(activation.program, call.handler);
  if (handler === undefined) {
    run.machine.resume(run, call.continuation);
    return;
  }
  const event = call.event(toEventHead(run, activation, call.handler));
  emitFired(run, activation, { handler: call.handler, next: handler.next, event });
  if (handler.next.length === 0) {
    run.machine.resume(run, call.continuation);
    return;
  }
  const targets = handler.next.filter(
    (next) => next !== 'end' || run.program.around.get(activation.task)?.tasks.has('end') === true,
  );
  if (targets.length === 0) {
    run.machine.resume(run, call.continuation);
    return;
  }
  const roots = new Map([...(call.roots ?? []), ['event', event] as const]);
  const store = call.store ?? activation.scope.store;
  const frame = frameOf(run, activation, { roots, store });
  const data =
    handler.with === null ? ok({}) : evaluateMap(run, frame, { data: handler.with, where: `${call.handler}.with` });
  const depthProblem = findDepthProblem(run, activation);
  const input = depthProblem === null ? data : err(depthProblem);
  if (!input.ok) {
    warnOfHook(run, activation, { handler: call.handler, error: input.error });
    run.machine.resume(run, call.continuation);
    return;
  }
  enterHook(run, activation, { ...call, targets, event, store, with: input.value });
}

interface HookEntry extends Omit<HookCall, 'event'> {
  readonly targets: readonly string[];
  readonly event: JsonObject;
  readonly store: Store;
  readonly with: JsonObject;
}

function enterHook(run: Run, activation: Activation, entry: HookEntry): void {
  const level = run.program.around.get(activation.task) ?? run.program.top;
  const scope = createScope({
    container: activation,
    level,
    store: createStore(entry.store),
    roots: entry.roots ?? new Map(),
    operation: { kind: 'hook', index: entry.index },
    owner: { kind: 'hook', handler: entry.handler, continuation: entry.continuation },
  });
  for (const target of entry.targets) {
    emit(run, { type: 'edge.taken', ...refOf(activation), via: entry.handler, target, with: entry.with });
  }
  enterScope(
    run,
    scope,
    entry.targets.map((target) => ({ target, arrival: { with: entry.with, event: entry.event, error: null } })),
  );
}

/** Returns from a hook in whose scope nothing is left. */
export function endHook(
  run: Run,
  { store, failure, container }: Scope,
  { handler, continuation }: Extract<ScopeOwner, { readonly kind: 'hook' }>,
): void {
  mergeStore(store);
  if (failure !== null && container !== null) warnOfHook(run, container, { handler, error: failure.error });
  // No one but `enterHook` makes such an owner, and it is given a continuation.
  run.machine.resume(run, continuation as Continuation);
}

function warnOfHook(run: Run, activation: Activation, what: { handler: string; error: RunError }): void {
  const message = `Task "${activation.program.id}" continues, though its ${what.handler} failed: ${what.error.message}`;
  warn(run, activation, { code: 'HOOK_FAILED', message, path: what.handler });
}
