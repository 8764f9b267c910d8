import { type Children, TASK_TYPES, traitsOf } from '../../../model/index.ts';
import { type KeyPlace, textIn } from './KeyPlace.ts';

/** The type of the task around a key, as it is written; empty where there is none. */
export function typeOf({ task }: Pick<KeyPlace, 'task'>): string {
  return textIn(task, 'type');
}

/** Whether a task of a type gives what it uses, and does nothing else. */
export function runsItsUse(type: string): boolean {
  return traitsOf(type).output === 'result';
}

/** Whether a task of a type does the same for each item of a list. */
export function goesThroughItems(type: string): boolean {
  return traitsOf(type).children === 'item';
}

/** The type of task that runs its children so. */
export function typeWith(children: Children): string {
  return TASK_TYPES.find((type) => traitsOf(type).children === children) ?? '';
}
