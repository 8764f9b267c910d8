import type { ExpressionNode } from '../expression/index.ts';
import type { Shape } from './Shape.ts';

/** The types of the names of an expression. */
export interface TypeScope {
  /** What a root is; undefined when there is no such root. */
  root(name: string): Shape | undefined;
  /** Called with every node, inner ones first. A node that is inferred again, in `reduce`, is reported again: the last call counts. */
  readonly visit?: (node: ExpressionNode, shape: Shape) => void;
}

/** A scope, and what the parameters of the arrow functions around are, by slot. */
export interface Inference extends TypeScope {
  readonly locals: ReadonlyMap<number, Shape>;
}
