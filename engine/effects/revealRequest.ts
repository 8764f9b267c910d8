import { ok } from '../base/index.ts';
import { type Attempt, type Failure, fail, forMissing } from './outcome.ts';
import { type Address, type EgressRequest, readBasic, UnfitForAddress } from './readAddress.ts';
import { textToBase64 } from './secrets/base64.ts';
import { listTokens, nameOfToken, revealText } from './secrets/placeholder.ts';

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

/** Half of a character of two: no encoding can send it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A secret whose value cannot be sent at all. */
class UnfitSecret extends Error {
  readonly token: string;
  constructor(token: string) {
    super(`Not well-formed: ${nameOfToken(token)}`);
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
    if (LONE_SURROGATE.test(value)) throw new UnfitSecret(token);
    return value;
  };
  try {
    const url = address.reveal(revealAll);
    const headers = revealHeaders(request, revealAll);
    if (!headers.ok) return headers;
    const body = request.body === null ? null : revealBody(request.body, revealAll);
    return ok({ url, headers: headers.value, body });
  } catch (error) {
    if (error instanceof MissingSecret) return missingSecret(error.token);
    if (error instanceof UnfitSecret)
      return unfit(
        `The secret ${nameOfToken(error.token)} is not valid text: it holds half of a character (a lone surrogate). Set it again.`,
        'secret',
      );
    if (error instanceof UnfitForAddress)
      return unfit(
        'A secret in the path of the address is “.” or “..”, which an address reads as a step. Send it in `query`, in a header or in `json`.',
        'url',
      );
    throw error;
  }
}

/** What a request with a secret that has no value is answered with. */
export function missingSecret(token: string): Failure {
  const name = nameOfToken(token);
  const message = `The secret ${name} has no value here. Set it under Variables (on the command line by --secret ${name}), and resume the run.`;
  const failure = fail('CONFIGURATION_ERROR', message, { type: 'secret', reason: 'missing', name });
  return forMissing({ what: 'secret', name }, failure);
}

function unfit(message: string, reason: string): Failure {
  return fail('VALIDATION_ERROR', message, { type: 'http', reason });
}

function revealHeaders(request: EgressRequest, reveal: (token: string) => string): Attempt<Headers> {
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    const revealed = revealHeader(trimSpace(value), reveal);
    if (revealed !== trimSpace(revealed))
      return unfit(
        `“${name}” cannot be sent: the secret in it begins or ends with a space or a line break, which HTTP drops.`,
        'header',
      );
    if (!appendHeader(headers, name, revealed))
      return unfit(
        `“${name}” is not a header that can be sent: its name or value holds a character HTTP does not allow.`,
        'header',
      );
  }
  return ok(headers);
}

/** Characters that HTTP does not allow in a value. `Headers` takes control characters, and whoever sends or receives them fails. */
const UNFIT = /[^\t\x20-\x7e\x80-\xff]/;

/** Whether it can be sent. */
function appendHeader(headers: Headers, name: string, value: string): boolean {
  if (UNFIT.test(value)) return false;
  try {
    headers.append(name, value);
    return true;
  } catch {
    return false;
  }
}

/** A header without the spaces around it, which `Headers` omits. */
function trimSpace(value: string): string {
  return value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
}

/** `Basic` credentials are base64 of `user:password`: a placeholder inside is revealed and encoded again. */
function revealHeader(value: string, reveal: (token: string) => string): string {
  const credentials = readBasic(value);
  if (credentials !== null) return `Basic ${textToBase64(revealText(credentials, reveal, (secret) => secret))}`;
  return revealText(value, reveal, (secret) => secret);
}

const LITERAL = /"(?:[^"\\]|\\.)*"/gs;

/**
 * Puts secrets into a body. In JSON each stays a part of the text it was written in, whatever its characters: it is escaped as that
 * text is, once more where the text holds JSON itself, as `toJson` writes it.
 */
function revealBody(body: string, reveal: (token: string) => string): string {
  return isJson(body) ? revealJson(body, reveal) : revealText(body, reveal, (value) => value);
}

function revealJson(json: string, reveal: (token: string) => string): string {
  return json.replace(LITERAL, (literal) => {
    const text: unknown = JSON.parse(literal);
    if (typeof text !== 'string' || listTokens(text).length === 0) return literal;
    return JSON.stringify(revealBody(text, reveal));
  });
}

/** Whether a text is JSON that can hold texts. */
function isJson(text: string): boolean {
  if (!/^\s*["[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
