import { ok } from '../base/index.ts';
import { type Attempt, cancelled, type Failure, fail } from './outcome.ts';
import type { AuthorizeSecret, Exposure, SecretUse } from './ports.ts';
import { type Address, type EgressRequest, listSecretUses, readAddress } from './readAddress.ts';
import { missingSecret, type Reveal } from './revealRequest.ts';
import { listTokens, nameOfToken } from './secrets/placeholder.ts';

/** What the authorization of a request needs. */
export interface AuthorizeContext {
  /** Relative addresses resolve against it; empty when there is none. */
  readonly baseUrl: string;
  /** The value of a secret; only the egress calls it. */
  readonly reveal: Reveal;
  readonly authorize: AuthorizeSecret | null;
  /** Guessable secrets that the run has used so far. */
  readonly exposure: Exposure;
}

/**
 * Asks for every secret of a request whether it may go to its target, and for every guessable secret the run has used
 * before whether its data may. No secret has its value yet. Fails with AUTHORIZATION_ERROR where one may not, or is in a
 * misplaced position, with CONFIGURATION_ERROR where one has no value; else as {@link readAddress}.
 */
export async function authorizeRequest(
  request: EgressRequest,
  { baseUrl, reveal, authorize, exposure }: AuthorizeContext,
  signal: AbortSignal,
): Promise<Attempt<Address>> {
  const [inBody] = request.mayRevealBody === true ? [] : listTokens(request.body ?? '');
  if (inBody !== undefined) return misplaced(nameOfToken(inBody), 'the body of a request');
  const address = readAddress(request, baseUrl);
  if (!address.ok || authorize === null) return address;
  const { origin } = address.value;
  const uses = listSecretUses(request, address.value);
  for (const { token } of uses) {
    if (reveal(token) !== undefined) continue;
    await authorize({ name: nameOfToken(token), origin: null, as: 'credential', signal });
    if (signal.aborted) return cancelled();
    // The user gave none: there is nothing to ask about.
    if (reveal(token) === undefined) return missingSecret(token);
  }
  for (const { token, as } of uses) {
    const name = nameOfToken(token);
    const isAllowed = await authorize({ name, origin, as, signal });
    if (signal.aborted) return cancelled();
    if (!isAllowed) return refused(name, origin, as);
  }
  const carried = new Set(uses.map(({ token }) => nameOfToken(token)));
  const derived = await authorizeData(origin, { authorize, exposure, except: carried }, signal);
  return derived.ok ? address : derived;
}

/** Asks for every guessable secret the run has used whether its data may go to `place`: an origin, or the name of a store of this device. */
export async function authorizeData(
  place: string,
  {
    authorize,
    exposure,
    except,
  }: { readonly authorize: AuthorizeSecret | null; readonly exposure: Exposure; readonly except?: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<Attempt<null>> {
  if (authorize === null) return ok(null);
  for (const name of exposure) {
    if (except?.has(name) === true) continue;
    const isAllowed = await authorize({ name, origin: place, as: 'derived', signal });
    if (signal.aborted) return cancelled();
    if (!isAllowed) return refused(name, place, 'derived');
  }
  return ok(null);
}

/** The failure of a misplaced secret. */
export function misplaced(name: string | null, where: string): Failure {
  if (name === null)
    return fail(
      'AUTHORIZATION_ERROR',
      `A secret in Base64 is in ${where}. Base64 of a secret works only in \`Basic\` credentials. Send it unencoded.`,
      { type: 'secret', reason: 'encoded', where },
    );
  return fail(
    'AUTHORIZATION_ERROR',
    `The secret ${name} is in ${where}, where it would not stay secret. It may be in credential fields such as api_key or token, in headers, and in the path and query of an address.`,
    { type: 'secret', reason: 'place', name, where },
  );
}

export function refused(name: string, origin: string, as: SecretUse): Failure {
  const message =
    as === 'derived'
      ? `What this run did with the secret ${name} may not go to ${origin}: that was not allowed. ${name} is short enough to be guessed from it.`
      : `The secret ${name} may not go to ${origin}${as === 'content' ? ' as part of a message' : ''}: that was not allowed. Allow it under Variables (on the command line by --allow${as === 'content' ? '-content' : ''} ${name}=${origin}), or change the address.`;
  return fail('AUTHORIZATION_ERROR', message, { type: 'secret', reason: 'origin', name, origin, as });
}
