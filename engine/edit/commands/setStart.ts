import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findTarget } from '../find/findTaskNode.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, removePath, setAt } from '../steps/editFile.ts';

/** Makes a task of the top level the start. The first task is the start without `start`, so for it the key goes. */
export function setStart(analysis: Analysis, { id }: { readonly id: string }): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const found = findTarget(analysis, id);
  if (!found.ok) return found;
  const { node, name } = found.value;
  if (node.parent !== null) {
    return refuse('NOT_AT_TOP', id, 'A run starts at a task of the top level. Choose the container instead.');
  }
  const origin = `setStart:${id}`;
  if (analysis.workflow.start === name) return ok({ origin, changes: [] });
  const isFirst = analysis.workflow.tasks[0] === node.task;
  return editFile(analysis, { origin, steps: [isFirst ? removePath(['start']) : setAt(['start'], name)] });
}
