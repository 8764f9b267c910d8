import type { Json, JsonObject } from '../../base/index.ts';
import type { EdgeVia, HandlerName, Target } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';

/** How an activation was reached. */
export interface Arrival {
  /** Evaluated `with` of the handler. */
  readonly with: JsonObject;
  readonly event: Json;
  /** Set when an error handler led here. */
  readonly error: RunError | null;
}

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
  /** After an error: whether a handler or route took care of it. */
  readonly isHandled: boolean;
}

/**
 * The exit that the task's type chose, which goes before the common handlers: a decision's route, `on_timeout`. Its
 * handler fires with `event`, whether or not `target` leads anywhere.
 */
export interface Choice {
  readonly handler: HandlerName;
  /** The route taken, nearer than the handler's own `next`; null when there is none. */
  readonly route: { readonly via: EdgeVia; readonly target: Target } | null;
  readonly event: JsonObject;
}
