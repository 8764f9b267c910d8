import { type Err, err } from '../base/index.ts';
import type { Refusal } from '../text/index.ts';

/** Why commands of this room refuse. The builders of `syntax` have codes of their own. */
export type RefusalCode =
  | 'ALREADY_CONNECTED'
  | 'CONTAINER_NOT_EMPTY'
  | 'DUPLICATE_ID'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_ROUTE'
  | 'HANDLER_NOT_OF_TYPE'
  | 'INVALID_ID'
  | 'INVALID_KEY'
  | 'NOTHING_SELECTED'
  | 'NOTHING_TO_PASTE'
  | 'NOT_A_CONTAINER'
  | 'NOT_AT_TOP'
  | 'ORDER_OF_LIST'
  | 'SELF_CONNECTION'
  | 'SIBLING_IN_PARALLEL'
  | 'STALE_EDIT'
  | 'SYNTAX_ERROR'
  | 'TARGET_OUTSIDE_CONTAINER'
  | 'UNKNOWN_EDGE'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_RESOURCE'
  | 'UNKNOWN_ROUTE'
  | 'UNKNOWN_TASK';

/** A refusal; `message` says what stands in the way and what to do. */
export function refuse(code: RefusalCode, subject: string, message: string): Err<Refusal> {
  return err({ code, subject, message });
}
