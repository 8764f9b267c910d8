import type { Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findTarget } from '../find/findTaskNode.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, type Step } from '../steps/editFile.ts';
import { removePath, setAt } from '../steps/setAt.ts';

/** Which tasks are to be disabled, or enabled again. */
export interface TaskSwitch {
  readonly ids: readonly string[];
  readonly isDisabled: boolean;
}

/** Disables tasks, so that they pass their input on and do nothing (format.md 1), or enables them: then the key goes. */
export function disableTasks(analysis: Analysis, { ids, isDisabled }: TaskSwitch): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  if (ids.length === 0) return refuse('NOTHING_SELECTED', analysis.path, 'Select the tasks first.');
  const steps: Step[] = [];
  for (const id of ids) {
    const found = findTarget(analysis, id);
    if (!found.ok) return found;
    const path = [...found.value.node.task.path, 'disabled'];
    steps.push(isDisabled ? setAt(path, true) : removePath(path));
  }
  return editFile(analysis, { origin: 'disableTasks', steps });
}
