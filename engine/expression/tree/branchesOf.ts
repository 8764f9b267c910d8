import { childrenOf } from './childrenOf.ts';
import type { BranchNode, CallNode, ExpressionNode, LogicalNode } from './Expression.ts';

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
