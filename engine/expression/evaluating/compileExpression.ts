import type { Json } from '../../base/index.ts';
import { assertNever, jsonObject, toName } from '../../base/index.ts';
import { FunctionCall } from '../functions/FunctionCall.ts';
import { operandsOf } from '../tree/childrenOf.ts';
import type {
  BinaryNode,
  CallNode,
  ConditionalNode,
  ExpressionNode,
  ListLiteral,
  LogicalNode,
  MapLiteral,
  UnaryNode,
} from '../tree/Expression.ts';
import { EvaluationError, type Evaluator } from '../values/Evaluator.ts';
import { bindArrow, compileAccess, definitionOf, failUnknown, isCalled, type Run } from './compileAccess.ts';
import { OPERATIONS, operateUnary } from './operators.ts';

/**
 * Turns a tree into closures, for expressions that run often: each node is visited once, however often it is evaluated. `source` is the text that offsets refer to.
 *
 * An expression of at most 4 KiB has fewer nodes than steps, so nodes are not counted; calls are, since only they repeat.
 */
export function compileNode(node: ExpressionNode, source: string): Run {
  const compile = (child: ExpressionNode): Run => compileNode(child, source);
  switch (node.kind) {
    case 'literal':
      return constant(node.value);
    case 'list':
      return compileList(node, compile);
    case 'map':
      return compileMap(node, compile);
    case 'local': {
      const { slot } = node;
      return (evaluator) => evaluator.locals?.[slot] ?? null;
    }
    case 'root':
    case 'member':
    case 'index':
      return compileAccess(node, source, compile);
    case 'unary':
      return compileUnary(node, compile);
    case 'binary':
      return compileBinary(node, compile);
    case 'logical':
      return compileLogical(node, source, compile);
    case 'conditional':
      return compileConditional(node, source, compile);
    case 'call':
      return node.name === 'default' ? compileDefault(node, source, compile) : compileCall(node, compile);
    case 'hole':
      return () => {
        throw new EvaluationError('A value is missing here.', node);
      };
    default:
      return assertNever(node);
  }
}

function constant(value: Json): Run {
  return () => value;
}

type Compile = (node: ExpressionNode) => Run;

function compileList(node: ListLiteral, compile: Compile): Run {
  if (node.items.every((item) => item.kind === 'literal')) return constant(node.items.map((item) => item.value));
  const items = node.items.map(compile);
  return (evaluator) => items.map((item) => item(evaluator));
}

function compileMap(node: MapLiteral, compile: Compile): Run {
  const keys = node.entries.map((entry) => toName(entry.key));
  const values = node.entries.map((entry) => compile(entry.value));
  // By assignment this key would set the prototype.
  if (keys.includes('__proto__'))
    return (evaluator) => jsonObject(keys.map((key, index) => [key, values[index]?.(evaluator) ?? null] as const));
  return (evaluator) => {
    const map: Record<string, Json> = {};
    for (let index = 0; index < keys.length; index += 1) map[keys[index] ?? ''] = values[index]?.(evaluator) ?? null;
    return map;
  };
}

function compileUnary(node: UnaryNode, compile: Compile): Run {
  const operand = compile(node.operand);
  if (node.operator === '!') return (evaluator) => !operand(evaluator);
  return (evaluator) => operateUnary(operand(evaluator), node);
}

function compileBinary(node: BinaryNode, compile: Compile): Run {
  const left = compile(node.left);
  const right = compile(node.right);
  const operation = OPERATIONS[node.operator];
  if (node.right.kind === 'literal') {
    const { value } = node.right;
    return (evaluator) => operation(left(evaluator), value, evaluator, node);
  }
  return (evaluator) => operation(left(evaluator), right(evaluator), evaluator, node);
}

function compileLogical(node: LogicalNode, source: string, compile: Compile): Run {
  const left = compile(node.left);
  const right = compile(node.right);
  switch (node.operator) {
    case '&&':
      return (evaluator) => {
        const value = left(evaluator);
        evaluator.scope.onBranch?.(node, source, Boolean(value));
        return value ? right(evaluator) : value;
      };
    case '||':
      return (evaluator) => {
        const value = left(evaluator);
        evaluator.scope.onBranch?.(node, source, Boolean(value));
        return value ? value : right(evaluator);
      };
    case '??':
      return compileDefault(node, source, compile);
    default:
      return assertNever(node.operator);
  }
}

/** `??`: what is missing on the left is expected, so it is not reported. */
function compileDefault(node: LogicalNode | CallNode, source: string, compile: Compile): Run {
  const [left = constant(null), right = constant(null)] = operandsOf(node).map(compile);
  return (evaluator) => {
    const reported = evaluator.missing;
    const value = left(evaluator);
    evaluator.missing = reported;
    evaluator.scope.onBranch?.(node, source, value !== null);
    return value ?? right(evaluator);
  };
}

function compileConditional(node: ConditionalNode, source: string, compile: Compile): Run {
  const test = compile(node.test);
  const whenTrue = compile(node.whenTrue);
  const whenFalse = compile(node.whenFalse);
  return (evaluator) => {
    const way = Boolean(test(evaluator));
    evaluator.scope.onBranch?.(node, source, way);
    return way ? whenTrue(evaluator) : whenFalse(evaluator);
  };
}

/** Compiles a call of a listed function; `default(a, b)` is none, since it does not always evaluate `b`. */
function compileCall(node: CallNode, compile: (node: ExpressionNode) => Run): Run {
  const definition = definitionOf(node);
  if (definition === undefined) return () => failUnknown(node);
  const evaluateArgs = joinRuns(node.args.map(compile));
  const arrow = node.arrow?.node;
  const body = arrow === undefined ? undefined : compile(arrow.body);
  const { run } = definition;
  return (evaluator) => {
    evaluator.step(node);
    const args = evaluateArgs(evaluator);
    if (!isCalled(definition, args)) return null;
    const call = new FunctionCall(node, args, evaluator);
    if (arrow !== undefined && body !== undefined) call.arrow = bindArrow(arrow, body, evaluator);
    return run(call);
  };
}

/** Evaluates all. The usual counts are unrolled: an array literal is small and fast to make. */
function joinRuns(runs: readonly Run[]): (evaluator: Evaluator) => readonly Json[] {
  const [first, second] = runs;
  if (first !== undefined && runs.length === 1) return (evaluator) => [first(evaluator)];
  if (first !== undefined && second !== undefined && runs.length === 2)
    return (evaluator) => [first(evaluator), second(evaluator)];
  return (evaluator) => runs.map((run) => run(evaluator));
}
