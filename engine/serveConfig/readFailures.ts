import { isJsonObject, type Json, toText } from '../base/index.ts';

/** What is started when a run fails. */
export interface FailureRule {
  /** The workflow whose runs are meant; `*`: any that has no rule of its own. */
  readonly of: string;
  /** The workflow that is started; null: none. */
  readonly workflow: string | null;
}

/** Reads `on_failure`, which fits its schema. */
export function readFailures(value: Json | undefined): readonly FailureRule[] {
  if (typeof value === 'string') return [{ of: '*', workflow: value }];
  if (!isJsonObject(value ?? null)) return [];
  return Object.entries(value as { readonly [key: string]: Json }).map(([of, workflow]) => ({
    of,
    workflow: workflow === null ? null : toText(workflow),
  }));
}
