/** Vocabulary without domain words: results, exhaustive switches, plain data, collections. */
export { codeOf, messageOf, stackOf } from './caught.ts';
export { createSuggest, findClosest, isSlip, type Suggest } from './closest.ts';
export { ActiveList, type Listed, Queue } from './collections/Queue.ts';
export { RecentMap } from './collections/RecentMap.ts';
export { SharedMap } from './collections/SharedMap.ts';
export { createFewTable, createFullTable, FewMap, FullTable, type Table } from './collections/Table.ts';
export { compareJson, type ValueChange, type ValueComparison } from './compareJson.ts';
export {
  type Data,
  type DataMap,
  equalJson,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  layOver,
  ownValue,
  toData,
  toJson,
} from './Json.ts';
export { isLongJson, JSON_PART, jsonParts } from './jsonParts.ts';
export { formatCost } from './numbers/formatCost.ts';
export { losesDigits } from './numbers/losesDigits.ts';
export {
  type ExactJson,
  type LostInteger,
  quoteIntegers,
  readExactly,
  shorten,
  tellLost,
} from './numbers/readExactly.ts';
export { readTyped } from './numbers/readTyped.ts';
export { loadPatterns, PatternsMissing, patterns, withPatterns } from './patterns.ts';
export { assertNever, type Err, err, type Ok, ok, type Result } from './Result.ts';
export { readGroups } from './readGroups.ts';
export { toName } from './toName.ts';
export { toText } from './toText.ts';
