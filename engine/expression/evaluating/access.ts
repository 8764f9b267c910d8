import type { Json } from '../../base/index.ts';
import type { IndexNode, MemberNode } from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';
import { describeKind } from '../values/values.ts';

/** What a missing path reads as: null, and it is reported. */
export function readMissing(evaluator: Evaluator, path: string): null {
  evaluator.reportMissing(path);
  return null;
}

/** A computed index is text or a number; null finds nothing. Anything else ends the evaluation. */
export function checkIndex(index: Json, node: MemberNode | IndexNode): Json {
  if (index === null || typeof index === 'string' || typeof index === 'number') return index;
  throw new EvaluationError(`An index is text or a number, not ${describeKind(index)}.`, node);
}
