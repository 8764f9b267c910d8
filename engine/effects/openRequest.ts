import { ok } from '../base/index.ts';
import { type AuthorizeContext, authorizeRequest, refused } from './authorizeRequest.ts';
import { type Attempt, cancelled, EgressError } from './outcome.ts';
import type { OpenRequest } from './ports.ts';
import { type Address, type EgressRequest, listSecretUses } from './readAddress.ts';
import { isGuessable, nameOfToken } from './secrets/placeholder.ts';

/** A request that may be sent, and is under way from now on. */
export interface PermittedRequest {
  readonly address: Address;
  /** Aborted with an {@link EgressError} where the run must not continue it. */
  readonly signal: AbortSignal;
  readonly close: () => void;
}

/**
 * Asks for all that has to be asked before a request, and then has it under way. One that carries a guessable secret may change what becomes of every other request of
 * its run: those to origins that may not have the data of the secret are ended before it is sent, all at the same time, so that how they
 * end tells nothing of it.
 */
export async function openRequest(
  request: EgressRequest,
  context: AuthorizeContext,
  signal: AbortSignal,
): Promise<Attempt<PermittedRequest>> {
  const { exposure } = context;
  for (;;) {
    const known = exposure.size;
    const authorized = await authorizeRequest(request, context, signal);
    if (!authorized.ok) return authorized;
    const address = authorized.value;
    const names = findGuessable(request, address, context);
    const others = listUnsettled(names, context);
    await settleRequests(others, names, { context, signal });
    if (signal.aborted) return cancelled();
    // From here on nothing is waited for: what came up meanwhile is asked about first.
    if (exposure.size !== known || listUnsettled(names, context).length > 0) continue;
    for (const name of names) exposure.add(name);
    return ok(register(address, context, signal));
  }
}

function register(address: Address, { exposure }: AuthorizeContext, signal: AbortSignal): PermittedRequest {
  const controller = new AbortController();
  const open: OpenRequest = {
    origin: address.origin,
    allowed: new Set(exposure),
    end: (failure) => {
      close();
      controller.abort(new EgressError(failure));
    },
  };
  const close = (): void => {
    exposure.openRequests.delete(open);
    signal.removeEventListener('abort', close);
  };
  exposure.openRequests.add(open);
  signal.addEventListener('abort', close);
  return { address, signal: AbortSignal.any([signal, controller.signal]), close };
}

/** Names of the guessable secrets that a request carries. */
function findGuessable(request: EgressRequest, address: Address, { reveal }: AuthorizeContext): readonly string[] {
  const carried = listSecretUses(request, address).filter(({ token }) => {
    const value = reveal(token);
    return value !== undefined && isGuessable(value);
  });
  return [...new Set(carried.map(({ token }) => nameOfToken(token)))];
}

/** Requests under way for whose origin it is not known whether the data of a secret may reach it. */
function listUnsettled(names: readonly string[], { authorize, exposure }: AuthorizeContext): readonly OpenRequest[] {
  if (authorize === null) return [];
  return [...exposure.openRequests].filter(({ allowed }) => names.some((name) => !allowed.has(name)));
}

/**
 * Asks whether data of guessable secrets may reach the origins of requests under way; those whose origin may not have them are ended
 * together, after the last answer.
 */
async function settleRequests(
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
