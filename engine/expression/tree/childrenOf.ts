import { assertNever } from '../../base/index.ts';
import type { ExpressionNode } from './Expression.ts';

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
