/** The syntax that `floors/acornClosures.ts` compiles: of acorn's nodes those that an expression of the bench may have. */
export type Expression =
  | Identifier
  | Literal
  | MemberExpression
  | BinaryExpression
  | LogicalExpression
  | ConditionalExpression
  | UnaryExpression
  | ArrayExpression
  | ObjectExpression
  | CallExpression
  | ArrowFunctionExpression;

interface Identifier {
  type: 'Identifier';
  name: string;
}

interface Literal {
  type: 'Literal';
  value?: string | boolean | null | number | RegExp | bigint;
}

export interface MemberExpression {
  type: 'MemberExpression';
  object: Expression | Super;
  property: Expression | PrivateIdentifier;
  computed: boolean;
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | 'in';

export interface BinaryExpression {
  type: 'BinaryExpression';
  operator: BinaryOperator;
  left: Expression | PrivateIdentifier;
  right: Expression;
}

export interface LogicalExpression {
  type: 'LogicalExpression';
  operator: '||' | '&&' | '??';
  left: Expression;
  right: Expression;
}

export interface ConditionalExpression {
  type: 'ConditionalExpression';
  test: Expression;
  consequent: Expression;
  alternate: Expression;
}

interface UnaryExpression {
  type: 'UnaryExpression';
  operator: '-' | '+' | '!' | '~' | 'typeof' | 'void' | 'delete';
  argument: Expression;
}

interface ArrayExpression {
  type: 'ArrayExpression';
  elements: (Expression | SpreadElement | null)[];
}

export interface ObjectExpression {
  type: 'ObjectExpression';
  properties: (Property | SpreadElement)[];
}

interface Property {
  type: 'Property';
  key: Expression | PrivateIdentifier;
  value: Expression;
}

export interface CallExpression {
  type: 'CallExpression';
  callee: Expression | Super;
  arguments: (Expression | SpreadElement)[];
}

interface ArrowFunctionExpression {
  type: 'ArrowFunctionExpression';
  params: (Identifier | { type: 'RestElement' })[];
  body: Expression | { type: 'BlockStatement' };
}

interface Super {
  type: 'Super';
}

interface PrivateIdentifier {
  type: 'PrivateIdentifier';
}

interface SpreadElement {
  type: 'SpreadElement';
}

export function parseExpressionAt(text: string, position: number, options: { ecmaVersion: 2023 }): Expression;
