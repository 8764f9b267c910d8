/** The door to values (`#engine/values`): plain data, how two values or texts differ, and expressions over them. */
export {
  compareJson,
  type Data,
  type DataMap,
  equalJson,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  loadPatterns,
  ownValue,
  PatternsMissing,
  toData,
  toJson,
  type ValueChange,
} from '../base/index.ts';
export {
  collectReferences,
  type Expression,
  type ExpressionNode,
  evaluateTemplate,
  parseBareTemplate,
  parseTemplate,
  type Scope,
  type Template,
  tokenize as tokenizeExpression,
} from '../expression/index.ts';
export { diffFailure } from '../testFile/index.ts';
export { type DiffLine, type DiffPart, diffLines, diffParts } from '../text/index.ts';
