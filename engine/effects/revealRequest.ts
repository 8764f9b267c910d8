import { ok } from '../base/index.ts';
import type { EgressRequest } from './EgressRequest.ts';
import { readBasic } from './listSecretUses.ts';
import { type Attempt, type Failure, fail } from './outcome.ts';
import type { Address } from './readAddress.ts';
import { textToBase64 } from './secrets/base64.ts';
import { nameOfToken, revealText } from './secrets/placeholder.ts';

/** A request ready for the wire, secrets and all. Never leaves the egress. */
export interface RevealedRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A secret that a request names and that has no value. */
class MissingSecret extends Error {
  readonly token: string;
  constructor(token: string) {
    super(`No value for ${nameOfToken(token)}`);
    this.token = token;
  }
}

/** The value of a secret; undefined where it has none. */
export type Reveal = (token: string) => string | undefined;

/** Puts secrets into a request. Fails with CONFIGURATION_ERROR for a secret without a value, VALIDATION_ERROR for a header that cannot be sent. */
export function revealRequest(request: EgressRequest, address: Address, reveal: Reveal): Attempt<RevealedRequest> {
  const revealAll = (token: string): string => {
    const value = reveal(token);
    if (value === undefined) throw new MissingSecret(token);
    return value;
  };
  try {
    const url = address.reveal(revealAll);
    const headers = revealHeaders(request, revealAll);
    if (!headers.ok) return headers;
    const body = request.body === null ? null : revealText(request.body, revealAll, (value) => value);
    return ok({ url, headers: headers.value, body });
  } catch (error) {
    if (!(error instanceof MissingSecret)) throw error;
    return missingSecret(error.token);
  }
}

/** What a request with a secret that has no value is answered with. */
export function missingSecret(token: string): Failure {
  const name = nameOfToken(token);
  return fail(
    'CONFIGURATION_ERROR',
    `The secret ${name} has no value here. Set it under Variables (on the command line by --secret ${name}) and run again.`,
    {
      type: 'secret',
      reason: 'missing',
      name,
    },
  );
}

function revealHeaders(request: EgressRequest, reveal: (token: string) => string): Attempt<Headers> {
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    const revealed = revealHeader(value, reveal);
    try {
      headers.append(name, revealed);
    } catch {
      return fail(
        'VALIDATION_ERROR',
        `“${name}” is not a header that can be sent: its name or value holds a character HTTP does not allow.`,
        { type: 'http', reason: 'header' },
      );
    }
  }
  return ok(headers);
}

/** `Basic` credentials are base64 of `user:password`: a placeholder inside is revealed and encoded again. */
function revealHeader(value: string, reveal: (token: string) => string): string {
  const credentials = readBasic(value);
  if (credentials !== null) return `Basic ${textToBase64(revealText(credentials, reveal, (secret) => secret))}`;
  return revealText(value, reveal, (secret) => secret);
}
