import { type Err, type JsonObject, jsonObject, ok, type Result } from '../../base/index.ts';
import { formatIso } from '../../expression/index.ts';
import type { EdgeVia, HandlerName, Target } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { errorToJson } from '../contract/errors.ts';
import { findHandler } from '../program/TaskProgram.ts';
import type { Activation } from '../state/Activation.ts';
import type { Arrival, Choice, Fired, Move, Plan } from '../state/Plan.ts';
import type { Run } from '../state/Run.ts';
import { chooseErrorTarget } from './errorRoutes.ts';
import { evaluateMap, frameOf } from './evaluate.ts';

interface Transition {
  readonly via: EdgeVia;
  readonly target: Target;
  readonly event: JsonObject;
  /** Set where an error leads there. */
  readonly error: RunError | null;
}

/** A plan while it is built. */
interface PlanDraft extends Plan {
  readonly fired: Fired[];
  readonly moves: Move[];
}

/** The fields of `event` that every handler gets (format.md 7). */
export interface EventHead {
  readonly type: HandlerName;
  /** Id of the task whose handler it is. */
  readonly source: string;
  readonly timestamp: string;
}

/** The fields of `event` that every handler gets. */
export function toEventHead(run: Run, activation: Activation, handler: HandlerName): EventHead {
  return { type: handler, source: activation.program.id, timestamp: formatIso(run.now) };
}

/** The `event` of a handler: the common fields and its own. */
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
  const moves = toMoves(run, activation, { via: 'on_start', target: handler, event, error: null });
  if (!moves.ok) return moves;
  return ok({ fired: [{ handler: 'on_start', event, next: handler.next }], moves: moves.value, isHandled: true });
}

/** After success: the type's choice, then `on_success`, then list order; and `on_complete` (format.md 1). */
export function planSuccess(run: Run, activation: Activation, choice: Choice | null): Result<Plan, RunError> {
  const { handlers, follower, onSuccess: handler } = activation.program;
  if (choice === null && handlers.length === 0 && follower === null) return NOTHING_FOLLOWS;
  const chosen = choice === null ? null : transitionOf(activation, choice, null);
  if (handler === undefined)
    return complete(run, activation, { primary: chosen, fired: choice === null ? [] : [firedOf(choice, chosen)] });
  const event = successEvent(run, activation);
  const own: Fired = { handler: 'on_success', event, next: chosen === null ? handler.next : [] };
  const leads = handler.next.length > 0;
  return complete(run, activation, {
    primary: chosen ?? (leads ? { via: 'on_success', target: handler, event, error: null } : null),
    fired: choice === null ? [own] : [firedOf(choice, chosen), own],
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
  let primary = choice === null ? null : transitionOf(activation, choice, error);
  const fired = choice === null ? [] : [firedOf(choice, primary)];
  if (handler !== undefined) {
    const chosen = primary === null ? chooseErrorTarget(run, activation, handler) : null;
    if (chosen !== null) primary = { ...chosen, event, error };
    fired.push({ handler: 'on_error', event, next: chosen?.target.next ?? [] });
  }
  return complete(run, activation, { primary, fired });
}

function firedOf({ handler, event }: Choice, chosen: Transition | null): Fired {
  return { handler, event, next: chosen === null ? [] : chosen.target.next };
}

/** Where a choice leads: its route, else its handler; null when neither leads anywhere. */
function transitionOf(
  { program }: Activation,
  { handler: name, route, event }: Choice,
  error: RunError | null,
): Transition | null {
  if (route !== null && route.target.next.length > 0) return { via: route.via, target: route.target, event, error };
  const handler = findHandler(program, name);
  return handler === undefined || handler.next.length === 0 ? null : { via: name, target: handler, event, error };
}

/** The plan of an activation that has its result: its primary exit, `on_complete`, and list order where neither leads to a task. */
function complete(
  run: Run,
  activation: Activation,
  { primary, fired }: { readonly primary: Transition | null; readonly fired: Fired[] },
): Result<Plan, RunError> {
  const { error, program } = activation;
  const main = primary === null ? ok([]) : toMoves(run, activation, primary);
  if (!main.ok) return main;
  const plan: PlanDraft = { fired, moves: main.value, isHandled: error === null || primary !== null };
  const problem = addComplete(run, activation, plan);
  if (problem !== null) return problem;
  const mayFollow = error === null || activation.scope.continuesOnError;
  if (mayFollow && plan.moves.length === 0 && program.follower !== null)
    plan.moves.push({ via: 'sequence', target: program.follower, with: NOTHING_GIVEN.with, arrival: NOTHING_GIVEN });
  return ok(plan);
}

const NOTHING_GIVEN: Arrival = { with: {}, event: null, error: null };

/** Adds `on_complete` to the exit that is taken; the error of its `with`, null where it has a value. */
function addComplete(run: Run, activation: Activation, plan: PlanDraft): Err<RunError> | null {
  const { onComplete: handler } = activation.program;
  if (handler === undefined) return null;
  const { error, output } = activation;
  const status = error === null ? 'success' : 'error';
  const fields = { status, output, error: errorToJson(error), duration: durationOf(run, activation) };
  const event = toEvent(run, activation, { handler: 'on_complete', fields });
  const moves = toMoves(run, activation, { via: 'on_complete', target: handler, event, error: null });
  if (!moves.ok) return moves;
  addMoves(plan.moves, moves.value);
  plan.fired.push({ handler: 'on_complete', event, next: handler.next });
  return null;
}

/** Two exits to one target are one activation, with the primary's data over the other's (format.md 1). */
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

function toMoves(run: Run, activation: Activation, transition: Transition): Result<Move[], RunError> {
  const { via, target, event, error } = transition;
  if (target.next.length === 0) return ok([]);
  const data = evaluatePassed(run, activation, transition);
  if (!data.ok) return data;
  const arrival: Arrival = { with: data.value, event, error };
  const { 0: only, length } = target.next;
  if (length === 1 && only !== undefined) return ok([{ via, target: only, with: data.value, arrival }]);
  return ok(target.next.map((next) => ({ via, target: next, with: data.value, arrival })));
}

/** What an exit passes on: its own `with`, which sees the event. */
function evaluatePassed(
  run: Run,
  activation: Activation,
  { via, target, event }: Transition,
): Result<JsonObject, RunError> {
  if (target.with === null) return NOTHING_PASSED;
  const frame = frameOf(run, activation, { roots: new Map([['event', event]]) });
  return evaluateMap(run, frame, { data: target.with, where: `${via}.with` });
}

const NOTHING_PASSED: Result<JsonObject, RunError> = ok({});

/** Time since the start, retries and their waits included, in ms. */
export function durationOf(run: Run, activation: Activation): number {
  return run.now - (activation.startedAt ?? run.now);
}
