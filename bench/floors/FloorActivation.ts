import type { Json, JsonObject } from '../../engine/base/index.ts';
import type { Task } from '../../engine/model/index.ts';

/** One run of one task. */
export interface Activation {
  readonly id: number;
  readonly task: Task;
  readonly parent: number | null;
  readonly index: number | null;
  /** Roots for what runs in it; null outside an item. */
  readonly item: JsonObject | null;
  readonly passed: JsonObject;
  /** Where its state is written, and read by what runs beside it: an item has its own, over those around it. */
  readonly states: States;
  status: string;
  input: Json;
  output: Json;
  readonly done: ((output: Json) => void) | null;
}

/** What an item of a collection adds to its activation. */
export type Part = Pick<Activation, 'parent' | 'index' | 'item' | 'states' | 'done'>;

/** `tasks.<id>` as expressions read it. */
export type States = Record<string, JsonObject>;

/** An activation that has not begun. */
export function createActivation(id: number, task: Task, passed: JsonObject, part: Part): Activation {
  const { parent, index, item, states, done } = part;
  return { id, task, parent, index, item, states, passed, status: 'pending', input: null, output: null, done };
}
