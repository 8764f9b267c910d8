import { type Err, err, type Result } from '../../base/index.ts';
import { type Analysis, describeTaskIds } from '../../graph/index.ts';
import type { Refusal } from '../../text/index.ts';

/** Why commands of this folder refuse. The builders of `syntax` have separate codes. */
export type RefusalCode =
  | 'ALREADY_CONNECTED'
  | 'CONTAINER_NOT_EMPTY'
  | 'DUPLICATE_ID'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_ROUTE'
  | 'DEFINITION_ELSEWHERE'
  | 'FILE_EXISTS'
  | 'HANDLER_NOT_OF_TYPE'
  | 'IMPORT_NOT_FOUND'
  | 'INTO_ITSELF'
  | 'INVALID_ID'
  | 'INVALID_PATH'
  | 'INVALID_KEY'
  | 'NOTHING_SELECTED'
  | 'NOTHING_TO_PASTE'
  | 'NOT_A_CONTAINER'
  | 'NOT_AT_TOP'
  | 'NOT_EXPRESSIBLE'
  | 'NOT_IMPORTED'
  | 'NOT_NEIGHBOURS'
  | 'NO_WORKFLOW'
  | 'NOT_SIBLINGS'
  | 'ORDER_OF_LIST'
  | 'SELF_CONNECTION'
  | 'SEVERAL_ENTRIES'
  | 'SEVERAL_EXITS'
  | 'SIBLING_IN_PARALLEL'
  | 'STALE_EDIT'
  | 'STILL_READ'
  | 'SYNTAX_ERROR'
  | 'TARGET_OUTSIDE_CONTAINER'
  | 'UNKNOWN_EDGE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_FILE'
  | 'UNKNOWN_RESOURCE'
  | 'UNKNOWN_ROUTE'
  | 'UNKNOWN_TASK';

/** A refusal; `message` holds the obstacle and what to do. */
export function refuse(code: RefusalCode, subject: string, message: string): Err<Refusal> {
  return err({ code, subject, message });
}

/** The result with internal task ids in its refusal's message replaced by descriptions. */
export function withTaskNames(analysis: Analysis, result: Err<Refusal>): Err<Refusal>;
export function withTaskNames<T>(analysis: Analysis, result: Result<T, Refusal>): Result<T, Refusal>;
export function withTaskNames<T>(analysis: Analysis, result: Result<T, Refusal>): Result<T, Refusal> {
  if (result.ok) return result;
  const { error } = result;
  return err({ ...error, message: describeTaskIds(analysis.graph, error.message) });
}
