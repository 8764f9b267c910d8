import type { ExpressionNode } from '../expression/index.ts';
import type { Shape } from './Shape.ts';

/** What the names of an expression stand for. */
export interface TypeScope {
  /** What a root is; undefined when there is no such root. */
  root(name: string): Shape | undefined;
  /** Is told of every node, those inside first. A node that is looked at again, in `reduce`, is told again: the last counts. */
  readonly visit?: (node: ExpressionNode, shape: Shape) => void;
}

/** A scope, and what the parameters of the arrow functions around are, by slot. */
export interface Inference extends TypeScope {
  readonly locals: ReadonlyMap<number, Shape>;
}
