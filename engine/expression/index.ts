/**
 * The expression language of `{{ }}` (format.md 8): parse, evaluate, references. A closed grammar over plain data.
 *
 * Inside, from low to high; each folder imports only those before it:
 * - `tree`: the nodes of expressions and templates, and the roots an expression can begin with.
 * - `values`: limits, comparisons, and the state of one evaluation.
 * - `functions`: every function by name, with its types and its description.
 * - `parsing`: from text to tree.
 * - `evaluating`: from tree and scope to a value, compiled where it is evaluated often.
 */

export { followKeys } from './evaluating/compileAccess.ts';
export {
  type CompiledData,
  type CompileOptions,
  collectReferences,
  compileData,
  evaluateCompiled,
  referencesOf,
  visitReferences,
} from './evaluating/compileData.ts';
export { evaluateTemplate } from './evaluating/runExpression.ts';
export { tellFailure } from './evaluating/tellFailure.ts';
export { formatIso } from './functions/calendar.ts';
export { FUNCTIONS } from './functions/describeFunctions.ts';
export {
  type ArrowParameter,
  FUNCTION_TYPES,
  type FunctionResult,
  type FunctionType,
  type ValueKind,
} from './functions/functionTypes.ts';
export { FUNCTION_NAMES, type FunctionName, findFunction } from './functions/registry.ts';
export { parseExpression } from './parsing/parseExpression.ts';
export { parseBareTemplate, parseTemplate } from './parsing/parseTemplate.ts';
export { tokenize } from './parsing/tokenize.ts';
export { asksForPresence, branchesOf, childrenOf, testOf } from './tree/childrenOf.ts';
export type {
  BranchListener,
  BranchNode,
  Evaluation,
  Expression,
  ExpressionCall,
  ExpressionFailure,
  ExpressionNode,
  ExpressionReference,
  PlainKeys,
  Scope,
} from './tree/Expression.ts';
export { ROOTS } from './tree/expressionRoots.ts';
export { excerpt, type Template } from './tree/Template.ts';
export { isTruthy } from './values/values.ts';
