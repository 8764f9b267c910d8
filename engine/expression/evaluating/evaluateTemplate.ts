import { assertNever, err, type Json, type Result } from '../../base/index.ts';
import type { Evaluation, ExpressionFailure, Scope } from '../tree/Expression.ts';
import type { Template } from '../tree/Template.ts';
import { EvaluationError, Evaluator } from '../values/Evaluator.ts';
import { LIMITS } from '../values/limits.ts';
import { runExpression, toFailure } from './runExpression.ts';

/**
 * Evaluates a template in a scope: one whole expression keeps its type, mixed text interpolates (null is empty, lists and
 * maps are JSON). What comes out is never evaluated again. Each expression has the limits to itself.
 */
export function evaluateTemplate(template: Template, scope: Scope): Result<Evaluation, ExpressionFailure> {
  const evaluator = new Evaluator(scope);
  const { plain } = template;
  try {
    const value = plain === null ? runTemplate(template, evaluator) : runExpression(plain, evaluator);
    return { ok: true, value: { value, missing: evaluator.missing } };
  } catch (error) {
    return err(toFailure(error, template.source));
  }
}

/** Runs a template inside an evaluation; throws an {@link EvaluationError}. */
export function runTemplate(template: Template, evaluator: Evaluator): Json {
  if (template.errors.length > 0) failProblem(template.errors);
  switch (template.kind) {
    case 'literal':
      return template.text;
    case 'expression':
      evaluator.restart();
      return runExpression(template.expression, evaluator);
    case 'text':
      return interpolate(template.parts, evaluator);
    default:
      return assertNever(template);
  }
}

function failProblem([problem]: Template['errors']): void {
  if (problem !== undefined) throw new EvaluationError(problem.message, problem);
}

function interpolate(parts: (Template & { kind: 'text' })['parts'], evaluator: Evaluator): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    evaluator.restart();
    text += evaluator.text(runExpression(part, evaluator), part.ast);
    if (text.length > LIMITS.result) throw new EvaluationError('The text grows larger than 1 MiB.', part.ast);
  }
  return text;
}
