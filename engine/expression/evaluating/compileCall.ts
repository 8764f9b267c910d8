import type { Json } from '../../base/index.ts';
import { FunctionCall } from '../functions/FunctionCall.ts';
import type { CallNode, ExpressionNode } from '../tree/Expression.ts';
import type { Evaluator } from '../values/Evaluator.ts';
import { bindArrow, definitionOf, failUnknown, isCalled, type Run } from './callFunction.ts';

/** Compiles a call of a listed function; `default(a, b)` is none, since it does not always evaluate `b`. */
export function compileCall(node: CallNode, compile: (node: ExpressionNode) => Run): Run {
  const definition = definitionOf(node);
  if (definition === undefined) return () => failUnknown(node);
  const evaluateArgs = joinRuns(node.args.map(compile));
  const arrow = node.arrow?.node;
  const body = arrow === undefined ? undefined : compile(arrow.body);
  const { run } = definition;
  return (evaluator) => {
    evaluator.step(node);
    const args = evaluateArgs(evaluator);
    if (!isCalled(definition, args)) return null;
    const call = new FunctionCall(node, args, evaluator);
    if (arrow !== undefined && body !== undefined) call.arrow = bindArrow(arrow, body, evaluator);
    return run(call);
  };
}

/** Evaluates all. The usual counts are unrolled: an array literal is small and fast to make. */
function joinRuns(runs: readonly Run[]): (evaluator: Evaluator) => readonly Json[] {
  const [first, second] = runs;
  if (first !== undefined && runs.length === 1) return (evaluator) => [first(evaluator)];
  if (first !== undefined && second !== undefined && runs.length === 2)
    return (evaluator) => [first(evaluator), second(evaluator)];
  return (evaluator) => runs.map((run) => run(evaluator));
}
