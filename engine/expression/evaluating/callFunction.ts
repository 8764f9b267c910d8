import type { Json } from '../../base/index.ts';
import type { Arrow, FunctionDefinition } from '../functions/FunctionCall.ts';
import { findFunction } from '../functions/registry.ts';
import type { ArrowNode, CallNode } from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';

/** A node that can be evaluated, or an {@link EvaluationError}. */
export type Run = (evaluator: Evaluator) => Json;

/** The function that is called; undefined for a name that is none, which {@link failUnknown} reports when it is evaluated. */
export function definitionOf(node: CallNode): FunctionDefinition | undefined {
  return findFunction(node.name);
}

/** Ends the evaluation at a call of nothing. */
export function failUnknown(node: CallNode): never {
  throw new EvaluationError(`There is no function \`${node.name}\`.`, node);
}

/** Whether a call has to be made: a null argument makes the result null, unless the function accepts it. */
export function isCalled({ acceptsNull }: FunctionDefinition, args: readonly Json[]): boolean {
  if (acceptsNull === true) return true;
  for (const value of args) if (value === null) return false;
  return true;
}

/**
 * Makes an arrow function out of its body, for one evaluation. It never becomes a value, and none calls itself, so each
 * parameter has one slot for the whole evaluation. Each call is a step.
 */
export function bindArrow(node: ArrowNode, body: Run, evaluator: Evaluator): Arrow {
  // By place: taking a list apart costs more than the call.
  const { 0: first, 1: second, 2: third } = node.slots;
  const locals = (evaluator.locals ??= []);
  if (first !== undefined && second === undefined) {
    return (a) => {
      evaluator.step(node);
      locals[first] = a;
      return body(evaluator);
    };
  }
  return (a, b, c) => {
    evaluator.step(node);
    if (first !== undefined) locals[first] = a;
    if (second !== undefined) locals[second] = b ?? null;
    if (third !== undefined) locals[third] = c ?? null;
    return body(evaluator);
  };
}
