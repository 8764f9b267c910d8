import type { Json } from '../../base/index.ts';
import type {
  ArrowNode,
  Expression,
  ExpressionFailure,
  ExpressionNode,
  ExpressionProblem,
} from '../tree/Expression.ts';
import { EvaluationError, type Evaluator, measure } from '../values/Evaluator.ts';
import type { Run } from './callFunction.ts';
import { compileNode } from './compileExpression.ts';
import { type Heat, isCold, walkNode } from './walkExpression.ts';

/**
 * Runs a parsed expression inside an evaluation; throws an {@link EvaluationError} for an error of the text, a wrong type
 * or a limit. The first runs walk the tree; then closures are made, and kept with the expression.
 */
export function runExpression(expression: Expression, evaluator: Evaluator): Json {
  return programOf(expression).evaluate(evaluator);
}

/** What an expression is run by. */
export class Program {
  run: Run;
  readonly ast: ExpressionNode;
  /** True when the value holds no more than one of the scope, which was bounded where it was made. */
  readonly isBounded: boolean;

  constructor(run: Run, ast: ExpressionNode, isBounded: boolean) {
    this.run = run;
    this.ast = ast;
    this.isBounded = isBounded;
  }

  evaluate(evaluator: Evaluator): Json {
    const value = this.run(evaluator);
    if (typeof value === 'object' && value !== null && !this.isBounded) measure(value, this.ast);
    return value;
  }
}

/** The program of an expression, made once. */
export function programOf(expression: Expression): Program {
  // Set only by `prepare`.
  return (expression.program ?? prepare(expression)) as Program;
}

function prepare(expression: Expression): Program {
  const { ast, source, errors } = expression;
  const [problem] = errors;
  const heat: Heat = { runs: 0 };
  const walk: Run = (evaluator) => {
    if (isCold(heat)) return walkNode(ast, { evaluator, source, heat });
    program.run = compileNode(ast, source);
    return program.run(evaluator);
  };
  const program =
    problem === undefined
      ? new Program(walk, ast, isPartOfScope(ast))
      : new Program(() => failProblem(problem), ast, true);
  expression.program = program;
  return program;
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

/** What an evaluation threw as the value that callers get; anything but an {@link EvaluationError} is a bug and rethrown. */
export function toFailure(error: unknown, source: string, path: readonly (string | number)[] = []): ExpressionFailure {
  if (!(error instanceof EvaluationError)) throw error;
  return { code: 'EXPRESSION_ERROR', message: error.message, source, start: error.start, end: error.end, path };
}
