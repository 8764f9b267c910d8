import { type Data, isDataMap } from '../base/index.ts';
import { TASK_TYPES } from '../model/index.ts';

/**
 * Whether a file is one agent, tool or task for others to import (format.md 3), not a document: it has what a definition
 * uses, or of which type a task is.
 */
export function isDefinitionFile(data: Data): boolean {
  if (!isDataMap(data)) return false;
  if (TASK_TYPES.some((type) => type === data.get('type'))) return true;
  return (data.has('use') || data.has('import')) && !data.has('tasks') && !data.has('agents');
}
