import type { Json } from '../base/index.ts';
import { compileNode, type Run } from './compileExpression.ts';
import { EvaluationError, type Evaluator, measure } from './Evaluator.ts';
import type { ArrowNode, Expression, ExpressionFailure, ExpressionNode, ExpressionProblem } from './Expression.ts';

/**
 * Runs a parsed expression inside an evaluation; throws an {@link EvaluationError} for an error of the text, a wrong type
 * or a limit. The closures are made at the first run and kept with the expression.
 */
export function runExpression(expression: Expression, evaluator: Evaluator): Json {
  const { run, isBounded } = programOf(expression);
  const value = run(evaluator);
  if (typeof value === 'object' && value !== null && !isBounded) measure(value, expression.ast);
  return value;
}

class Program {
  readonly run: Run;
  /** True when the value holds no more than one of the scope, which was bounded where it was made. */
  readonly isBounded: boolean;

  constructor(run: Run, isBounded: boolean) {
    this.run = run;
    this.isBounded = isBounded;
  }
}

function programOf(expression: Expression): Program {
  // Nobody else sets it.
  if (expression.program !== null) return expression.program as Program;
  const program = compileProgram(expression);
  expression.program = program;
  return program;
}

function compileProgram(expression: Expression): Program {
  const [problem] = expression.errors;
  if (problem !== undefined) return new Program(() => failProblem(problem), true);
  return new Program(compileNode(expression.ast, expression.source), isPartOfScope(expression.ast));
}

function failProblem(problem: ExpressionProblem): never {
  throw new EvaluationError(problem.message, problem);
}

/** Functions whose result holds only items of their list, each at most once. */
const SELECTING: ReadonlySet<string> = new Set([
  'filter',
  'find',
  'first',
  'last',
  'slice',
  'reverse',
  'sort',
  'unique',
]);

/** Whether a value is a part of the scope, or a selection of such parts with nothing twice. */
function isPartOfScope(node: ExpressionNode): boolean {
  if (node.kind === 'member' || node.kind === 'index') return isPartOfScope(node.object);
  if (node.kind !== 'call') return node.kind === 'root';
  const [list] = node.args;
  if (list === undefined || !isPartOfScope(list)) return false;
  return SELECTING.has(node.name) || (node.name === 'map' && node.arrow !== null && isPartOfItem(node.arrow.node));
}

/** Whether an arrow gives a part of its own item. */
function isPartOfItem({ body, slots }: Pick<ArrowNode, 'body' | 'slots'>): boolean {
  if (body.kind === 'member' || body.kind === 'index') return isPartOfItem({ body: body.object, slots });
  return body.kind === 'local' && body.slot === slots[0];
}

/** What an evaluation threw as the value that callers get; anything but an {@link EvaluationError} is our mistake, and thrown on. */
export function toFailure(error: unknown, source: string, path: readonly (string | number)[] = []): ExpressionFailure {
  if (!(error instanceof EvaluationError)) throw error;
  return { code: 'EXPRESSION_ERROR', message: error.message, source, start: error.start, end: error.end, path };
}
