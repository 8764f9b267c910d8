import type { Json } from '../base/index.ts';
import { compileNode, type Run } from './compileExpression.ts';
import { EvaluationError, type Evaluator, measure } from './Evaluator.ts';
import type { Expression, ExpressionFailure, ExpressionNode, ExpressionProblem } from './Expression.ts';

/**
 * Runs a parsed expression inside an evaluation; throws an {@link EvaluationError} for an error of the text, a wrong type
 * or a limit. The closures are made at the first run and kept with the expression.
 */
export function runExpression(expression: Expression, evaluator: Evaluator): Json {
  const { run, isPassedOn } = programOf(expression);
  const value = run(evaluator);
  if (typeof value === 'object' && value !== null && !isPassedOn) measure(value, expression.ast);
  return value;
}

interface Program {
  readonly run: Run;
  /** True when the value is one of the scope, as it is: it was bounded where it was made. */
  readonly isPassedOn: boolean;
}

const programs = new WeakMap<Expression, Program>();

function programOf(expression: Expression): Program {
  const kept = programs.get(expression);
  if (kept !== undefined) return kept;
  const program = compileProgram(expression);
  programs.set(expression, program);
  return program;
}

function compileProgram(expression: Expression): Program {
  const [problem] = expression.errors;
  if (problem !== undefined) return { run: () => failProblem(problem), isPassedOn: true };
  return { run: compileNode(expression.ast, expression.source), isPassedOn: isReference(expression.ast) };
}

function failProblem(problem: ExpressionProblem): never {
  throw new EvaluationError(problem.message, problem);
}

function isReference(node: ExpressionNode): boolean {
  if (node.kind === 'member' || node.kind === 'index') return isReference(node.object);
  return node.kind === 'root';
}

/** What an evaluation threw as the value that callers get; anything but an {@link EvaluationError} is our mistake, and thrown on. */
export function toFailure(error: unknown, source: string, path: readonly (string | number)[] = []): ExpressionFailure {
  if (!(error instanceof EvaluationError)) throw error;
  return { code: 'EXPRESSION_ERROR', message: error.message, source, start: error.start, end: error.end, path };
}
