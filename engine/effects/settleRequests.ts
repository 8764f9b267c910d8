import { type AuthorizeContext, refused } from './authorizeRequest.ts';
import type { OpenRequest } from './Exposure.ts';

/**
 * Asks whether data of guessable secrets may reach the origins of requests under way; those whose origin may not have them are ended
 * together, after the last answer.
 */
export async function settleRequests(
  requests: readonly OpenRequest[],
  names: readonly string[],
  { context: { authorize }, signal }: { readonly context: AuthorizeContext; readonly signal: AbortSignal },
): Promise<void> {
  const ends: (() => void)[] = [];
  for (const open of requests) {
    for (const name of names) {
      if (open.allowed.has(name) || authorize === null) continue;
      const isAllowed = await authorize({ name, origin: open.origin, as: 'derived', signal });
      if (signal.aborted) return;
      if (isAllowed) open.allowed.add(name);
      else {
        ends.push(() => open.end(refused(name, open.origin, 'derived')));
        break;
      }
    }
  }
  for (const end of ends) end();
}
