import { assertNever, err, type Json, type Result } from '../../base/index.ts';
import type {
  ArrowNode,
  Evaluation,
  Expression,
  ExpressionFailure,
  ExpressionNode,
  ExpressionProblem,
  Scope,
} from '../tree/Expression.ts';
import type { Template } from '../tree/Template.ts';
import { EvaluationError, Evaluator, measure } from '../values/Evaluator.ts';
import { LIMITS } from '../values/limits.ts';
import type { Run } from './compileAccess.ts';
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
  if (template.errors.length > 0) failFirst(template.errors);
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

function failFirst([problem]: Template['errors']): void {
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
