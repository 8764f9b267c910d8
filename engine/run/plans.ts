import { err, type JsonObject, jsonObject, ok, type Result } from '../base/index.ts';
import { formatIso } from '../expression/index.ts';
import type { EdgeVia } from '../graph/index.ts';
import type { HandlerName, Target } from '../model/index.ts';
import type { RunError } from './Effect.ts';
import { chooseErrorTarget } from './errorRoutes.ts';
import { errorToJson } from './errors.ts';
import { evaluateMap, frameOf } from './evaluate.ts';
import type { Activation, Arrival, Run } from './Run.ts';
import { findHandler } from './TaskProgram.ts';

/** A handler that fires. `next` names what it leads to; empty when another handler decides, or none. */
export interface Fired {
  readonly handler: HandlerName;
  readonly event: JsonObject;
  readonly next: readonly string[];
}

/** One edge to take. `arrival` is null where the target already arrives by another edge. */
export interface Move {
  readonly via: EdgeVia;
  readonly target: string;
  readonly with: JsonObject;
  readonly arrival: Arrival | null;
}

/** What follows an activation, decided and evaluated before any of it happens. */
export interface Plan {
  readonly fired: readonly Fired[];
  readonly moves: readonly Move[];
  /** On the error side: whether anything took care of the error. */
  readonly isHandled: boolean;
}

/**
 * A way on that the task's type chose before its common handlers are asked: a decision's route, `on_timeout`. Its
 * handler fires with `event`, whether or not `target` leads anywhere.
 */
export interface Choice {
  readonly handler: HandlerName;
  /** The route taken, nearer than the handler's own `next`; null when there is none. */
  readonly route: { readonly via: EdgeVia; readonly target: Target } | null;
  readonly event: JsonObject;
}

interface Way {
  readonly via: EdgeVia;
  readonly target: Target;
  readonly event: JsonObject;
}

/** What `event` holds for every handler (format.md 7). */
export interface EventHead {
  readonly type: HandlerName;
  /** Id of the task whose handler it is. */
  readonly source: string;
  readonly timestamp: string;
}

/** The part of `event` that every handler is given. */
export function toEventHead(run: Run, activation: Activation, handler: HandlerName): EventHead {
  return { type: handler, source: activation.program.id, timestamp: formatIso(run.now) };
}

/** What `event` holds for a handler: what it holds for all, and its own fields. */
export function toEvent(
  run: Run,
  activation: Activation,
  own: { readonly handler: HandlerName; readonly fields: JsonObject },
): JsonObject {
  return { ...toEventHead(run, activation, own.handler), ...own.fields };
}

/** `on_start`: forks a branch. Null where there is no such handler. */
export function planStart(run: Run, activation: Activation): Result<Plan, RunError> | null {
  const handler = activation.program.onStart;
  if (handler === undefined) return null;
  const event = toEvent(run, activation, { handler: 'on_start', fields: { input: activation.input } });
  const moves = toMoves(run, activation, { way: { via: 'on_start', target: handler, event }, error: null });
  if (!moves.ok) return moves;
  return ok({ fired: [{ handler: 'on_start', event, next: handler.next }], moves: moves.value, isHandled: true });
}

/** After success: the type's choice, then `on_success`, then list order; and `on_complete` (format.md 1). */
export function planSuccess(run: Run, activation: Activation, choice: Choice | null): Result<Plan, RunError> {
  const { handlers, follower, onSuccess: handler } = activation.program;
  if (choice === null && handlers.length === 0 && follower === null) return NOTHING_FOLLOWS;
  const chosen = choice === null ? null : wayOf(activation, choice);
  if (handler === undefined) {
    const fired = choice === null ? [] : [firedOf(choice, chosen)];
    return complete(run, activation, { fired, primary: chosen, error: null, isHandled: true, mayFollow: true });
  }
  const event = successEvent(run, activation);
  const own: Fired = { handler: 'on_success', event, next: chosen === null ? handler.next : [] };
  const leads = handler.next.length > 0;
  return complete(run, activation, {
    fired: choice === null ? [own] : [firedOf(choice, chosen), own],
    primary: chosen ?? (leads ? { via: 'on_success', target: handler, event } : null),
    error: null,
    isHandled: true,
    mayFollow: true,
  });
}

const NOTHING_FOLLOWS: Result<Plan, RunError> = ok({ fired: [], moves: [], isHandled: true });

function successEvent(run: Run, activation: Activation): JsonObject {
  return {
    type: 'on_success',
    source: activation.program.id,
    timestamp: formatIso(run.now),
    output: activation.output,
    duration: durationOf(run, activation),
  };
}

/** After an error: the type's choice, then `on_error`'s routes, condition and `next`; and `on_complete` (format.md 1, 6). */
export function planError(
  run: Run,
  activation: Activation,
  failure: { readonly error: RunError; readonly choice: Choice | null },
): Result<Plan, RunError> {
  const { error, choice } = failure;
  const handler = findHandler(activation.task, 'on_error');
  const event = toEvent(run, activation, {
    handler: 'on_error',
    fields: { error: errorToJson(error), attempt: Math.max(1, activation.attempt) },
  });
  let primary = choice === null ? null : wayOf(activation, choice);
  const fired = choice === null ? [] : [firedOf(choice, primary)];
  if (handler !== undefined) {
    const chosen = primary === null ? chooseErrorTarget(run, activation, handler) : null;
    if (chosen !== null) primary = { ...chosen, event };
    fired.push({ handler: 'on_error', event, next: chosen?.target.next ?? [] });
  }
  const isHandled = primary !== null;
  return complete(run, activation, {
    fired,
    primary,
    error,
    isHandled,
    mayFollow: activation.scope.owner.continuesOnError,
  });
}

function firedOf({ handler, event }: Choice, chosen: Way | null): Fired {
  return { handler, event, next: chosen === null ? [] : chosen.target.next };
}

/** Where a choice leads: its route, else its handler; null when neither leads anywhere. */
function wayOf({ task }: Activation, { handler: name, route, event }: Choice): Way | null {
  if (route !== null && route.target.next.length > 0) return { via: route.via, target: route.target, event };
  const handler = findHandler(task, name);
  return handler === undefined || handler.next.length === 0 ? null : { via: name, target: handler, event };
}

interface Decided {
  readonly fired: Fired[];
  readonly primary: Way | null;
  readonly error: RunError | null;
  readonly isHandled: boolean;
  /** Whether list order may go on where nothing else does. */
  readonly mayFollow: boolean;
}

function complete(run: Run, activation: Activation, decided: Decided): Result<Plan, RunError> {
  const { fired, primary, error, isHandled } = decided;
  const main = primary === null ? ok([]) : toMoves(run, activation, { way: primary, error });
  if (!main.ok) return main;
  const moves = main.value;
  const { onComplete: handler } = activation.program;
  if (handler !== undefined) {
    const status = error === null ? 'success' : 'error';
    const fields = {
      status,
      output: activation.output,
      error: errorToJson(error),
      duration: durationOf(run, activation),
    };
    const event = toEvent(run, activation, { handler: 'on_complete', fields });
    const also = toMoves(run, activation, { way: { via: 'on_complete', target: handler, event }, error: null });
    if (!also.ok) return also;
    addMoves(moves, also.value);
    fired.push({ handler: 'on_complete', event, next: handler.next });
  }
  const follower = decided.mayFollow && moves.length === 0 ? activation.program.follower : null;
  if (follower !== null) {
    moves.push({ via: 'sequence', target: follower, with: {}, arrival: { with: {}, event: null, error: null } });
  }
  return ok({ fired, moves, isHandled });
}

/** Two ways to one target are one activation, with the primary's data over the other's (format.md 1). */
function addMoves(moves: Move[], also: readonly Move[]): void {
  const count = moves.length;
  for (const move of also) {
    const index = moves.findIndex(
      (main, place) => place < count && main.target === move.target && main.arrival !== null,
    );
    const main = moves[index];
    if (main === undefined || main.arrival === null) {
      moves.push(move);
      continue;
    }
    const merged = jsonObject([...Object.entries(move.with), ...Object.entries(main.with)]);
    moves[index] = { ...main, with: merged, arrival: { ...main.arrival, with: merged } };
    moves.push({ ...move, arrival: null });
  }
}

function toMoves(
  run: Run,
  activation: Activation,
  lead: { way: Way; error: RunError | null },
): Result<Move[], RunError> {
  const { via, target, event } = lead.way;
  if (target.next.length === 0) return ok([]);
  const data = evaluatePassed(run, activation, lead.way);
  if (!data.ok) return err(data.error);
  const arrival: Arrival = { with: data.value, event, error: lead.error };
  const { 0: only, length } = target.next;
  if (length === 1 && only !== undefined) return ok([{ via, target: only, with: data.value, arrival }]);
  return ok(target.next.map((next) => ({ via, target: next, with: data.value, arrival })));
}

/** What a way passes on: its own `with`, which sees the event. */
function evaluatePassed(run: Run, activation: Activation, { via, target, event }: Way): Result<JsonObject, RunError> {
  if (target.with === null) return NOTHING_PASSED;
  const frame = frameOf(run, activation, { roots: new Map([['event', event]]) });
  return evaluateMap(run, frame, { data: target.with, where: `${via}.with` });
}

const NOTHING_PASSED: Result<JsonObject, RunError> = ok({});

/** Time since the start, retries and their waits included, in ms. */
export function durationOf(run: Run, activation: Activation): number {
  return run.now - (activation.startedAt ?? run.now);
}
