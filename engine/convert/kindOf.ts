import type { Data } from '../base/index.ts';
import { valueAt } from './Conversion.ts';

/** What a document of the other format is: a workflow, or one definition for others to import. */
export type DocumentKind = 'workflow' | 'task' | 'agent' | 'tool';

/** Tells by the keys of a document what it is. */
export function kindOf(data: Data): DocumentKind {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => valueAt(data, key) !== undefined);
  if (typeof valueAt(data, 'type') === 'string' && !has('agents')) return 'task';
  if (has('tasks', 'agents')) return 'workflow';
  if (has('actions', 'instructions')) return 'agent';
  return has('execute') || (has('input') && !has('tools')) ? 'tool' : 'workflow';
}
