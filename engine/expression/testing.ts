/** For the tests of this folder: text in, value out. */
import { err, type Json, ok, type Result } from '../base/index.ts';
import { compileNode } from './evaluating/compileExpression.ts';
import { runExpression, toFailure } from './evaluating/runExpression.ts';
import { type Heat, walkNode } from './evaluating/walkExpression.ts';
import { parseExpression } from './parsing/parseExpression.ts';
import type { Evaluation, Expression, ExpressionFailure, Scope } from './tree/Expression.ts';
import { Evaluator } from './values/Evaluator.ts';

/** 2026-01-31T08:05:07.003Z. */
export const TEST_NOW = 1_769_846_707_003;

/** A scope over given roots, at {@link TEST_NOW}, with a fixed row of random numbers. */
export function testScope(roots: Readonly<Record<string, Json>> = {}): Scope {
  let turn = 0;
  return {
    root: (name) => (Object.hasOwn(roots, name) ? roots[name] : undefined),
    now: () => TEST_NOW,
    random: () => {
      turn += 1;
      return (turn * 0.618_033_988_749_895) % 1;
    },
  };
}

/** Evaluates one expression by itself. */
export function evaluateExpression(expression: Expression, scope: Scope): Result<Evaluation, ExpressionFailure> {
  const evaluator = new Evaluator(scope);
  try {
    return ok({ value: runExpression(expression, evaluator), missing: evaluator.missing });
  } catch (error) {
    return err(toFailure(error, expression.source));
  }
}

/** What one tier made of an expression, and what it cost. */
export interface TierRun {
  readonly result: Result<Evaluation, ExpressionFailure>;
  readonly steps: number;
}

/** Evaluates an expression without errors by walking its tree only, or by closures only. */
export function runTier(expression: Expression, scope: Scope, tier: 'walk' | 'closures'): TierRun {
  const evaluator = new Evaluator(scope);
  const { ast, source } = expression;
  const heat: Heat = { runs: Number.NEGATIVE_INFINITY };
  try {
    const value = tier === 'walk' ? walkNode(ast, { evaluator, source, heat }) : compileNode(ast, source)(evaluator);
    return { result: ok({ value, missing: evaluator.missing }), steps: evaluator.steps };
  } catch (error) {
    return { result: err(toFailure(error, source)), steps: evaluator.steps };
  }
}

/** The value of an expression; throws its failure. */
export function valueOf(source: string, roots?: Readonly<Record<string, Json>>): Json {
  return evaluationOf(source, roots).value;
}

/** Value and missing paths of an expression; throws its failure. */
export function evaluationOf(source: string, roots?: Readonly<Record<string, Json>>): Evaluation {
  const result = evaluateExpression(parseExpression(source), testScope(roots));
  if (!result.ok) throw new Error(`${source}: ${result.error.message}`);
  return result.value;
}

/** The failure of an expression; throws when it has a value. */
export function failureOf(source: string, roots?: Readonly<Record<string, Json>>): ExpressionFailure {
  const result = evaluateExpression(parseExpression(source), testScope(roots));
  if (result.ok) throw new Error(`${source} has the value ${JSON.stringify(result.value.value)}`);
  return result.error;
}

/** Expressions that would not end, or would take all memory. */
export const RUNAWAYS: readonly string[] = [
  'range(0, 1e15)',
  'range(0, 5000000) | len',
  "reduce(range(0, 60), (text, i) => text + text, 'x')",
  'reduce(range(0, 60), (list, i) => [list, list], 1)',
  'reduce(range(0, 60), (list, i) => [list, list], 1) == reduce(range(0, 60), (list, i) => [list, list], 1)',
  'reduce(range(0, 60), (list, i) => [list, list], 1) | toJson',
  'reduce(range(0, 60), (list, i) => [list, list], 1) | toString',
  "'' + reduce(range(0, 60), (list, i) => [list, list], 1)",
  'unique([reduce(range(0, 60), (list, i) => [list, list], 1), reduce(range(0, 60), (list, i) => [list, list], 1)])',
  'reduce(range(0, 60), (list, i) => flatten([list, list]), [1])',
  'join(reduce(range(0, 60), (list, i) => [list, list], 1))',
  "reduce(range(0, 60), (text, i) => replace(text, 'x', 'xx'), 'x')",
  'reduce(range(0, 5000), (value, i) => [value], 1)',
  'reduce(range(0, 5000), (value, i) => {a: value}, 1) == reduce(range(0, 5000), (value, i) => {a: value}, 1)',
  'map(range(0, 90), x => map(range(0, 90), y => map(range(0, 90), z => 1)))',
  'filter(range(0, 9000), x => x in range(0, 9000))',
  'map(range(0, 5000), x => contains(input, x))',
  "map(range(0, 5000), x => matches(text, '(a+)+$'))",
  'map(range(0, 5000), x => sort(input))',
  'map(range(0, 5000), x => upper(text))',
];

/** A scope with data over which they take long. */
export function runawayScope(): Scope {
  return testScope({ input: Array.from({ length: 20_000 }, (_, index) => -index), text: 'a'.repeat(100_000) });
}
