import type { Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findWrittenEdge } from '../find/findTaskNode.ts';
import { editFile, findSyntaxRefusal, readNext, writeNext } from '../steps/editFile.ts';

/**
 * Takes one connection away: `next` goes, and with it a handler or short route that is empty then. Other targets of
 * the same handler stay, and so do its `with` and condition.
 */
export function disconnectEdge(
  analysis: Analysis,
  { edgeId }: { readonly edgeId: string },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const edge = findWrittenEdge(analysis, edgeId);
  if (!edge.ok) return edge;
  const { path, target } = edge.value;
  const next = readNext(analysis.syntax, path).filter((id) => id !== target);
  return editFile(analysis, { origin: `disconnectEdge:${edgeId}`, steps: [writeNext(path, next)] });
}
