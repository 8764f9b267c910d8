import type { Json } from '../base/index.ts';
import { EvaluationError, type Evaluator } from './Evaluator.ts';
import type { ArrowNode, CallNode, ExpressionNode } from './Expression.ts';
import { type Arrow, FunctionCall } from './functions/FunctionCall.ts';
import { findFunction } from './functions/registry.ts';

type Run = (evaluator: Evaluator) => Json;

/** Compiles a call of a listed function. `compileDefault` compiles `default(a, b)`, which does not always evaluate `b`. */
export function compileCall(
  node: CallNode,
  compile: (node: ExpressionNode) => Run,
  compileDefault: (left: Run, right: Run) => Run,
): Run {
  const definition = findFunction(node.name);
  if (definition === undefined) {
    return () => {
      throw new EvaluationError(`There is no function \`${node.name}\`.`, node);
    };
  }
  const args = node.args.map(compile);
  const [first, second] = args;
  if (node.name === 'default' && first !== undefined && second !== undefined) return compileDefault(first, second);
  const toArrow = node.arrow === null ? null : compileArrow(node.arrow.node, compile);
  const { run, acceptsNull } = definition;
  return (evaluator) => {
    evaluator.step(node);
    const values = args.map((argument) => argument(evaluator));
    if (acceptsNull !== true && values.includes(null)) return null;
    const arrow = toArrow === null ? null : toArrow(evaluator);
    return run(new FunctionCall({ name: node.name, args: values, arrow, evaluator, range: node }));
  };
}

/** An arrow function never becomes a value, and none calls itself, so each parameter has one slot for the whole evaluation. */
function compileArrow(node: ArrowNode, compile: (node: ExpressionNode) => Run): (evaluator: Evaluator) => Arrow {
  const body = compile(node.body);
  const [first, second, third] = node.slots;
  return (evaluator) => (a, b, c) => {
    evaluator.step(node);
    if (first !== undefined) evaluator.locals[first] = a;
    if (second !== undefined) evaluator.locals[second] = b ?? null;
    if (third !== undefined) evaluator.locals[third] = c ?? null;
    return body(evaluator);
  };
}
