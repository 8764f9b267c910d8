import { isJsonObject, type Json } from '../../base/index.ts';
import type { BinaryNode, BinaryOperator, UnaryNode } from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';
import { LIMITS } from '../values/limits.ts';
import { compareValues, describeKind } from '../values/values.ts';

export type Operation = (left: Json, right: Json, evaluator: Evaluator, node: BinaryNode) => Json;

/**
 * What each operator makes of two values (format.md 8).
 *
 * | operator | null | otherwise |
 * |---|---|---|
 * | `== !=` | equal to null only | deep, no conversion |
 * | `< <= > >=` | false | two numbers, two texts or two booleans; else an error |
 * | `+` with text on either side | empty | joined as text; lists and maps are JSON |
 * | `+ - * / %` | null | two numbers; division by zero and results that are no finite number are errors |
 * | `in` | false for a null container | key of a map, member of a list, part of a text |
 */
export const OPERATIONS = {
  '==': (left, right, evaluator, node) =>
    left === right || (typeof left === 'object' && evaluator.equal(left, right, node)),
  '!=': (left, right, evaluator, node) =>
    left !== right && (typeof left !== 'object' || !evaluator.equal(left, right, node)),
  '<': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? left < right
      : left !== null && right !== null && order(left, right, node) < 0,
  '<=': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? left <= right
      : left !== null && right !== null && order(left, right, node) <= 0,
  '>': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? left > right
      : left !== null && right !== null && order(left, right, node) > 0,
  '>=': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? left >= right
      : left !== null && right !== null && order(left, right, node) >= 0,
  '+': add,
  '-': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? finite(left - right, node)
      : refuseNumbers(left, right, node),
  '*': (left, right, _, node) =>
    typeof left === 'number' && typeof right === 'number'
      ? finite(left * right, node)
      : refuseNumbers(left, right, node),
  '/': divide,
  '%': divide,
  in: isIn,
} satisfies Record<BinaryOperator, Operation>;

/** What `!`, `-` and `+` make of a value: the signs take numbers, and null stays null. */
export function operateUnary(value: Json, node: UnaryNode): Json {
  if (node.operator === '!') return !value;
  if (value === null) return null;
  if (typeof value === 'number') return node.operator === '-' ? -value : value;
  throw new EvaluationError(
    `\`${node.operator}\` needs a number after it, not ${describeKind(value)}. Use toNumber(text).`,
    node,
  );
}

function order(left: Json, right: Json, node: BinaryNode): number {
  const result = compareValues(left, right);
  if (result === undefined)
    throw new EvaluationError(
      `\`${node.operator}\` cannot order ${describeKind(left)} and ${describeKind(right)}.${convert(left, right)}`,
      node,
    );
  return result;
}

function add(left: Json, right: Json, evaluator: Evaluator, node: BinaryNode): Json {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right, node);
  if (typeof left === 'string' && typeof right === 'string') return bounded(left + right, node);
  if (typeof left !== 'string' && typeof right !== 'string') return refuseNumbers(left, right, node);
  return bounded(evaluator.text(left, node) + evaluator.text(right, node), node);
}

function bounded(text: string, node: BinaryNode): string {
  if (text.length > LIMITS.result) throw new EvaluationError('The text grows larger than 1 MiB.', node);
  return text;
}

function divide(left: Json, right: Json, _: Evaluator, node: BinaryNode): Json {
  if (typeof left !== 'number' || typeof right !== 'number') return refuseNumbers(left, right, node);
  if (right === 0) throw new EvaluationError('Division by zero.', node);
  return finite(node.operator === '/' ? left / right : left % right, node);
}

/** What arithmetic makes of two values that are not both numbers: null where one is null, else an error. */
function refuseNumbers(left: Json, right: Json, node: BinaryNode): null {
  if (left === null || right === null) return null;
  const advice =
    Array.isArray(left) && Array.isArray(right) && node.operator === '+'
      ? ' Use flatten([a, b]).'
      : convert(left, right);
  throw new EvaluationError(
    `\`${node.operator}\` cannot work on ${describeKind(left)} and ${describeKind(right)}.${advice}`,
    node,
  );
}

function finite(value: number, node: BinaryNode): number {
  if (!Number.isFinite(value)) throw new EvaluationError('The result is too large a number.', node);
  return value;
}

function convert(left: Json, right: Json): string {
  return typeof left === 'string' || typeof right === 'string' ? ' Use toNumber(text).' : '';
}

function isIn(left: Json, right: Json, evaluator: Evaluator, node: BinaryNode): Json {
  if (right === null) return false;
  if (Array.isArray(right)) {
    for (const member of right as readonly Json[]) {
      evaluator.charge(1, node);
      if (evaluator.equal(member, left, node)) return true;
    }
    return false;
  }
  if (left === null) return false;
  if (isJsonObject(right) && (typeof left === 'string' || typeof left === 'number'))
    return Object.hasOwn(right, String(left));
  if (typeof right === 'string' && typeof left === 'string') {
    evaluator.charge(right.length, node);
    return right.includes(left);
  }
  throw new EvaluationError(
    `\`in\` looks for a key in a map, a member in a list or text in text, not for ${describeKind(left)} in ${describeKind(right)}.`,
    node,
  );
}
