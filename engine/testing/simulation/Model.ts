import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Choice, Failed, Frame, Store } from './evaluateIn.ts';

/** A task as the document has it. */
export type Task = JsonObject & { readonly id: string; readonly type: string };

/** An attempt that went well. */
export interface Done {
  readonly output: Json;
  readonly choice?: Choice;
}

/** A handler, or a route of it, that may continue. */
export interface Way {
  readonly via: string;
  readonly fields: JsonObject;
  readonly target?: JsonObject;
}

/** How a task was reached. */
export interface Arrival {
  readonly target: string;
  readonly with: JsonObject;
  readonly event: Json;
  readonly error: Json;
  /** The runs that led here: several where branches met in a join. */
  readonly after: readonly Activation[];
}

/** One run of one task. */
export interface Activation extends Frame {
  readonly task: Task;
  readonly scope: Scope;
  readonly after: readonly Activation[];
  attempt: number;
  hasForked: boolean;
}

/** What runs together, one after the other here: `queue` in order of arrival, `held` by joins. */
export interface Scope {
  readonly level: readonly Task[];
  readonly isSequence: boolean;
  readonly store: Store;
  readonly roots: JsonObject;
  readonly part: string;
  /** True where an error that nothing takes does not end it. */
  readonly goesOn: boolean;
  /** Called before and after each task. */
  readonly around: ((handler: string, child: Activation) => void) | null;
  readonly onSettled: ((child: Activation, isUnhandled: boolean) => void) | null;
  readonly queue: Arrival[];
  readonly held: Map<string, Arrival>;
  /** Every run that has begun. */
  readonly ran: Activation[];
  /** `tasks.<id>` of each task as it ended last here. */
  readonly ended: Map<string, JsonObject>;
  /** True once two branches went side by side. */
  wasForked: boolean;
  failure: { readonly code: string } | null;
}

/** What task types ask of the interpreter. */
export interface Model {
  readonly enter: (scope: Scope, targets: readonly string[]) => Scope;
  readonly hook: (activation: Activation, handler: string, fields: JsonObject, store?: Store) => void;
  /** `isBounded`: a timeout ends a call that never answers. */
  readonly use: (activation: Activation, input: Json, isBounded: boolean) => Json;
  readonly takeSignal: (name: string) => Json | undefined;
}

/** How one task failed: thrown, or handed on. */
export type { Failed };

/** An empty scope. */
export function openScope(own: Partial<Scope> & Pick<Scope, 'level' | 'store'>): Scope {
  const plain = { isSequence: false, roots: {}, part: '', goesOn: false, around: null, onSettled: null };
  return { ...plain, wasForked: false, failure: null, ...own, queue: [], held: new Map(), ran: [], ended: new Map() };
}

/** Tasks of a document or a container, in their order. */
export function tasksOf(holder: JsonObject): readonly Task[] {
  const { tasks } = holder;
  // The generator gives each task its id and type.
  return Array.isArray(tasks) ? (tasks as readonly Task[]) : [];
}

/** A member that is a map; an empty one where there is none. */
export function objectAt(holder: JsonObject, key: string): JsonObject {
  const value = holder[key];
  return isJsonObject(value) ? value : {};
}

/** Where a target leads. */
export function nextOf({ next }: JsonObject): readonly string[] {
  if (Array.isArray(next)) return next.map(String);
  return typeof next === 'string' ? [next] : [];
}

/** A value as a route's key names it; lists and maps are named by none. */
export function textOf(value: Json): string | null {
  return typeof value === 'object' && value !== null ? null : String(value);
}
