import { isJsonObject, type Json } from '../../base/index.ts';
import { type RunCall, sentBy } from '../cassette/listCalls.ts';
import { type MatchScope, matchValue } from './matchValue.ts';

/** Calls like what is expected, memories aside. @param use a built-in, a tool or an agent, by its name in the workflow or by what it runs */
export function findLike(
  calls: readonly RunCall[],
  { use, sent, scope }: { readonly use: string | null; readonly sent: Json | undefined; readonly scope: MatchScope },
): readonly RunCall[] {
  return calls.filter((call) => {
    if (call.kind === 'memory' || (use !== null && !isOf(call, use))) return false;
    return sent === undefined || matchValue(sent, sentBy(call), scope).length === 0;
  });
}

/** Whether a call is one of a built-in, a tool or an agent. @param use its name in the workflow, or what it runs */
export function isOf({ name, request }: RunCall, use: string): boolean {
  return name === use || (isJsonObject(request) && request['use'] === use);
}
