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
    const values: Json[] = [];
    let hasNull = false;
    for (const argument of args) {
      const value = argument(evaluator);
      hasNull ||= value === null;
      values.push(value);
    }
    if (hasNull && acceptsNull !== true) return null;
    const arrow = toArrow === null ? null : toArrow(evaluator);
    return run(new FunctionCall({ name: node.name, args: values, arrow, evaluator, range: node }));
  };
}

/** An arrow function never becomes a value, and none calls itself, so each parameter has one slot for the whole evaluation. */
function compileArrow(node: ArrowNode, compile: (node: ExpressionNode) => Run): (evaluator: Evaluator) => Arrow {
  const body = compile(node.body);
  const [first, second, third] = node.slots;
  if (first !== undefined && second === undefined) {
    return (evaluator) => {
      const locals = (evaluator.locals ??= []);
      return (a) => {
        evaluator.step(node);
        locals[first] = a;
        return body(evaluator);
      };
    };
  }
  return (evaluator) => {
    const locals = (evaluator.locals ??= []);
    return (a, b, c) => {
      evaluator.step(node);
      if (first !== undefined) locals[first] = a;
      if (second !== undefined) locals[second] = b ?? null;
      if (third !== undefined) locals[third] = c ?? null;
      return body(evaluator);
    };
  };
}
