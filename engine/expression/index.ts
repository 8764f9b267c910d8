/** The expression language of `{{ }}` (format.md 8): parse, evaluate, references. A closed grammar over plain data. */
export {
  type CompiledData,
  type CompileOptions,
  collectReferences,
  compileData,
  evaluateCompiled,
  type LocatedReference,
} from './compileData.ts';
export type {
  Evaluation,
  Expression,
  ExpressionCall,
  ExpressionFailure,
  ExpressionNode,
  ExpressionProblem,
  ExpressionReference,
  Scope,
} from './Expression.ts';
export { evaluateExpression } from './evaluateExpression.ts';
export { evaluateTemplate } from './evaluateTemplate.ts';
export { FUNCTIONS, type FunctionDescription, findFunction } from './functions/registry.ts';
export { LIMITS } from './limits.ts';
export { parseExpression } from './parseExpression.ts';
export { parseBareTemplate, parseTemplate } from './parseTemplate.ts';
export { ROOTS, type RootDescription } from './roots.ts';
export type { ExpressionTemplate, LiteralTemplate, Template, TextTemplate } from './Template.ts';
export type { Token } from './Token.ts';
export { tokenize } from './tokenize.ts';
export { isTruthy } from './values.ts';
