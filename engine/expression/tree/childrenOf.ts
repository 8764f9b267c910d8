import { assertNever } from '../../base/index.ts';
import type { BranchNode, CallNode, ExpressionNode, LogicalNode } from './Expression.ts';

/** The nodes a node is made of, in order; the body of an arrow function comes last. */
export function childrenOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'literal':
    case 'root':
    case 'local':
    case 'hole':
      return [];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.map(({ value }) => value);
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.index];
    case 'unary':
      return [node.operand];
    case 'binary':
    case 'logical':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse];
    case 'call':
      return node.arrow === null ? node.args : [...node.args, node.arrow.node.body];
    default:
      return assertNever(node);
  }
}

/** The two operands of `&&`, `||`, `??` and `default()`, as far as they are written. */
export function operandsOf(node: LogicalNode | CallNode): readonly ExpressionNode[] {
  return node.kind === 'logical' ? [node.left, node.right] : node.args;
}

/** What a branch looks at; undefined for a call without arguments. */
export function testOf(node: BranchNode): ExpressionNode | undefined {
  return node.kind === 'conditional' ? node.test : operandsOf(node)[0];
}

/** Whether a branch asks if a value is there, in place of whether it holds. */
export function asksForPresence(node: BranchNode): boolean {
  return node.kind === 'call' || (node.kind === 'logical' && node.operator === '??');
}

/** Every branch of an expression, from the outermost in. */
export function branchesOf(node: ExpressionNode): readonly BranchNode[] {
  const own = isBranch(node) ? [node] : [];
  return [...own, ...[...childrenOf(node)].flatMap(branchesOf)];
}

function isBranch(node: ExpressionNode): node is BranchNode {
  return node.kind === 'conditional' || node.kind === 'logical' || (node.kind === 'call' && node.name === 'default');
}
