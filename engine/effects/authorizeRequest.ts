import type { EgressRequest } from './EgressRequest.ts';
import { type Attempt, cancelled, type Failure, fail } from './outcome.ts';
import type { AuthorizeSecret } from './ports.ts';
import { listRequestTokens, type RevealContext, type RevealedRequest, revealRequest } from './revealRequest.ts';
import { listTokens, nameOfToken } from './secrets/placeholder.ts';

/** What decides whether a request may carry its secrets. */
export interface AuthorizeContext extends RevealContext {
  readonly authorize: AuthorizeSecret | null;
}

/**
 * A request with its secrets in place, once each of them may go where it goes. Fails with AUTHORIZATION_ERROR where one
 * may not, or stands in a body that is no place for it; else as {@link revealRequest}.
 */
export async function authorizeRequest(
  request: EgressRequest,
  context: AuthorizeContext,
  signal: AbortSignal,
): Promise<Attempt<RevealedRequest>> {
  const [inBody] = request.mayRevealBody === true ? [] : listTokens(request.body ?? '');
  if (inBody !== undefined) return misplaced(nameOfToken(inBody), 'the body of a request');
  const tokens = listRequestTokens(request);
  const ask = context.authorize;
  if (ask !== null) {
    for (const token of tokens) {
      // Refused, it has no value still: revealing says so.
      if (context.reveal(token) === undefined) await ask({ name: nameOfToken(token), origin: null, signal });
    }
  }
  if (signal.aborted) return cancelled();
  const revealed = revealRequest(request, context);
  if (!revealed.ok || ask === null) return revealed;
  const { origin } = new URL(revealed.value.url);
  for (const token of tokens) {
    const name = nameOfToken(token);
    const isAllowed = await ask({ name, origin, signal });
    if (signal.aborted) return cancelled();
    if (!isAllowed) return refused(name, origin);
  }
  return revealed;
}

/** What a secret in a place that is none for it is answered with. */
export function misplaced(name: string, where: string): Failure {
  return fail(
    'AUTHORIZATION_ERROR',
    `The secret ${name} stands in ${where}, where it would not stay one. It may stand in credential fields such as api_key or token, in headers, and in the address and query of core:http.`,
    { type: 'secret', reason: 'place', name, where },
  );
}

function refused(name: string, origin: string): Failure {
  return fail(
    'AUTHORIZATION_ERROR',
    `The secret ${name} may not go to ${origin}: that was not allowed. Allow it under Variables, or change the address.`,
    { type: 'secret', reason: 'origin', name, origin },
  );
}
