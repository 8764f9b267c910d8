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
