/** The expression language of `{{ }}` (format.md 8): parse, evaluate, references. A closed grammar over plain data. */

export { formatIso } from './calendar.ts';
export { childrenOf } from './childrenOf.ts';
export { followKeys } from './compileAccess.ts';
export {
  type CompiledData,
  type CompileOptions,
  collectReferences,
  compileData,
  evaluateCompiled,
  referencesOf,
  visitReferences,
} from './compileData.ts';
export type {
  Evaluation,
  Expression,
  ExpressionFailure,
  ExpressionNode,
  ExpressionReference,
  PlainKeys,
  Scope,
} from './Expression.ts';
export { evaluateTemplate } from './evaluateTemplate.ts';
export { FUNCTIONS } from './functions/describeFunctions.ts';
export {
  type ArrowParameter,
  FUNCTION_TYPES,
  type FunctionResult,
  type FunctionType,
  type ValueKind,
} from './functions/functionTypes.ts';
export { FUNCTION_NAMES, type FunctionName, findFunction } from './functions/registry.ts';
export { parseExpression } from './parseExpression.ts';
export { parseBareTemplate, parseTemplate } from './parseTemplate.ts';
export { ROOTS } from './roots.ts';
export type { Template } from './Template.ts';
export { tokenize } from './tokenize.ts';
export { isTruthy } from './values.ts';
