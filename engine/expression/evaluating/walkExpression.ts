import { assertNever, type Json, jsonObject } from '../../base/index.ts';
import { FunctionCall } from '../functions/FunctionCall.ts';
import { operandsOf } from '../tree/childrenOf.ts';
import type {
  ArrowNode,
  CallNode,
  ConditionalNode,
  ExpressionNode,
  IndexNode,
  LogicalNode,
  MemberNode,
  RootNode,
} from '../tree/Expression.ts';
import type { Evaluator } from '../values/Evaluator.ts';
import { EvaluationError } from '../values/Evaluator.ts';
import { readKey } from '../values/values.ts';
import { bindArrow, checkIndex, definitionOf, failUnknown, isCalled, type Run, readMissing } from './compileAccess.ts';
import { compileNode } from './compileExpression.ts';
import { OPERATIONS, operateUnary } from './operators.ts';

/** One walk over a tree: what it reads and costs, the text that offsets refer to, and how often it was walked. */
interface Walk {
  readonly evaluator: Evaluator;
  readonly source: string;
  readonly heat: Heat;
}

/**
 * So many runs of an expression and calls of its arrow functions walk its tree; then it runs as closures. To make them
 * costs as much as they save in 2 (functions) to 14 (long paths) runs: measured over the expressions of `bench/`.
 */
const HOT = 8;

/** Counts the runs that walk, until it is hot. */
export interface Heat {
  runs: number;
}

/** Counts one more run; false when it should be closures that run. */
export function isCold(heat: Heat): boolean {
  heat.runs += 1;
  return heat.runs <= HOT;
}

/**
 * Evaluates a tree node by node: what the first runs of an expression do, for which closures would not pay. The values,
 * the missing paths, the failures and the steps are those of `compileExpression.ts`; a test holds the two together.
 */
export function walkNode(node: ExpressionNode, walk: Walk): Json {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'list':
      return node.items.map((item) => walkNode(item, walk));
    case 'map':
      return jsonObject(node.entries.map(({ key, value }) => [key, walkNode(value, walk)] as const));
    case 'local':
      return walk.evaluator.locals?.[node.slot] ?? null;
    case 'root':
    case 'member':
    case 'index':
      return readChain(node, node, walk) ?? null;
    case 'unary':
      return operateUnary(walkNode(node.operand, walk), node);
    case 'binary': {
      const left = walkNode(node.left, walk);
      return OPERATIONS[node.operator](left, walkNode(node.right, walk), walk.evaluator, node);
    }
    case 'logical':
      return walkLogical(node, walk);
    case 'conditional':
      return walkConditional(node, walk);
    case 'call':
      return node.name === 'default' ? walkDefault(node, walk) : walkCall(node, walk);
    case 'hole':
      throw new EvaluationError('A value is missing here.', node);
    default:
      return assertNever(node);
  }
}

/** Undefined when a key was missing: the `whole` chain then ends, and is reported unless that key was written with `?.`. */
function readChain(node: RootNode | MemberNode | IndexNode, whole: ExpressionNode, walk: Walk): Json | undefined {
  let next: Json | undefined;
  if (node.kind === 'root') next = walk.evaluator.scope.root(node.name);
  else {
    const { object } = node;
    const isLink = object.kind === 'root' || object.kind === 'member' || object.kind === 'index';
    const value = isLink ? readChain(object, whole, walk) : walkNode(object, walk);
    if (value === undefined) return undefined;
    next = readKey(value, node.kind === 'member' ? node.key : checkIndex(walkNode(node.index, walk), node));
    if (node.isOptional) return next;
  }
  if (next === undefined) readMissing(walk.evaluator, walk.source.slice(whole.start, whole.end));
  return next;
}

function walkConditional(node: ConditionalNode, walk: Walk): Json {
  const way = Boolean(walkNode(node.test, walk));
  walk.evaluator.scope.onBranch?.(node, walk.source, way);
  return walkNode(way ? node.whenTrue : node.whenFalse, walk);
}

function walkLogical(node: LogicalNode, walk: Walk): Json {
  if (node.operator === '??') return walkDefault(node, walk);
  const value = walkNode(node.left, walk);
  walk.evaluator.scope.onBranch?.(node, walk.source, Boolean(value));
  return Boolean(value) === (node.operator === '&&') ? walkNode(node.right, walk) : value;
}

/** `left ?? right`: what is missing on the left is expected, so it is not reported. */
function walkDefault(node: LogicalNode | CallNode, walk: Walk): Json {
  const [left, right] = operandsOf(node);
  const reported = walk.evaluator.missing;
  const value = left === undefined ? null : walkNode(left, walk);
  walk.evaluator.missing = reported;
  walk.evaluator.scope.onBranch?.(node, walk.source, value !== null);
  return value ?? (right === undefined ? null : walkNode(right, walk));
}

function walkCall(node: CallNode, walk: Walk): Json {
  const definition = definitionOf(node);
  if (definition === undefined) return failUnknown(node);
  walk.evaluator.step(node);
  const args = node.args.map((argument) => walkNode(argument, walk));
  if (!isCalled(definition, args)) return null;
  const call = new FunctionCall(node, args, walk.evaluator);
  if (node.arrow !== null) call.arrow = bindArrow(node.arrow.node, walkBody(node.arrow.node, walk), walk.evaluator);
  return definition.run(call);
}

function walkBody({ body }: ArrowNode, walk: Walk): Run {
  let compiled: Run | null = null;
  return (evaluator) => {
    if (isCold(walk.heat)) return walkNode(body, walk);
    compiled ??= compileNode(body, walk.source);
    return compiled(evaluator);
  };
}
