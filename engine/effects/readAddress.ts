import { ok } from '../base/index.ts';
import { type Attempt, type Failure, fail } from './outcome.ts';
import type { SecretUse } from './ports.ts';
import { base64ToText } from './secrets/base64.ts';
import { encodePart, listSecrets, listTokens, nameOfToken, revealText } from './secrets/placeholder.ts';
import { uniqueText } from './uniqueText.ts';

/** A request as a tool describes it: placeholders of secrets still in place. */
export interface EgressRequest {
  /** Absolute, or relative to the egress's base. */
  readonly url: string;
  /** Added to the address's own query. */
  readonly query: readonly (readonly [string, string])[];
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** True: the body may hold secrets (its credential fields do). Else one in it is refused. */
  readonly mayRevealBody?: true;
}

/** A name as DNS has them, in ASCII, or an IP address. Parsers of addresses let other characters through, which could be mistaken for another host in a question to the user. */
const HOST = /^(?:[a-z\d_](?:[a-z\d_.-]*[a-z\d_.])?|\[[a-f\d:.]+\])$/;

/** Where a request goes, known without the value of any secret. */
export interface Address {
  /** Such as `https://api.openai.com`, in ASCII. */
  readonly origin: string;
  /** Tokens of the secrets in its path and fragment. */
  readonly inPath: readonly string[];
  /** Name of the parameter and token of each secret in its query. */
  readonly inQuery: readonly (readonly [string, string])[];
  /** The whole address, with secrets in place. */
  readonly reveal: (reveal: (token: string) => string) => string;
}

/** A secret whose value would change the address around it. */
export class UnfitForAddress extends Error {}

/**
 * Reads the address of a request before any secret in it has its value: a secret may be a part of the path or the query, and
 * of nothing before them. A secret in the host could be sent anywhere without a question, and read back from messages
 * about the address. Fails with AUTHORIZATION_ERROR for such a secret, VALIDATION_ERROR for what cannot be called.
 */
export function readAddress(request: Pick<EgressRequest, 'url' | 'query'>, baseUrl: string): Attempt<Address> {
  const standIns = createStandIns(request.url);
  const [first] = listSecrets(request.url);
  const url = readUrl(standIns.text, baseUrl);
  if (url === null) return first === undefined ? notAnAddress(request.url, baseUrl) : misplacedInAddress(first);
  const [early] = standIns.tokensIn(`${url.protocol} ${url.username} ${url.password} ${url.host}`);
  if (early !== undefined) return misplacedInAddress(nameOfToken(early));
  if (first !== undefined && standIns.isFirst) return misplacedInAddress(first);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return invalid(
      `“${request.url}” begins with ${url.protocol} Only http: and https: addresses can be called.`,
      'protocol',
    );
  }
  if (!HOST.test(url.hostname))
    return invalid(`“${request.url}” names no host that can exist: ${url.hostname}`, 'host');
  if (url.username !== '' || url.password !== '') {
    return invalid(
      'The address holds a user name or password. Send them in an Authorization header instead.',
      'credentials',
    );
  }
  const query = request.query.map(([key, value]) => [key, createStandIns(value)] as const);
  return ok({
    origin: url.origin,
    inPath: standIns.tokensIn(url.pathname + url.hash),
    inQuery: [
      ...[...url.searchParams].flatMap(([key, value]) =>
        standIns.tokensIn(key + value).map((token) => [key, token] as const),
      ),
      ...query.flatMap(([key, { tokens }]) => tokens.map((token) => [key, token] as const)),
    ],
    reveal: (reveal) => {
      const added = new URLSearchParams(
        request.query.map(([key, value]) => [key, revealText(value, reveal, (secret) => secret)]),
      );
      const whole = standIns.reveal(url.href, reveal);
      const target = new URL(whole);
      // A secret is encoded: but for `.` and `..`, which are steps in a path however they are written, it stays the text it is.
      if (target.href !== whole) throw new UnfitForAddress();
      if (added.size > 0) target.search = target.search === '' ? `?${added}` : `${target.search}&${added}`;
      return target.href;
    },
  });
}

/** A text with a word of plain letters for each placeholder, which any part of an address can hold unchanged. */
interface StandIns {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Whether a placeholder opens the text. */
  readonly isFirst: boolean;
  readonly tokensIn: (part: string) => readonly string[];
  /** A text with the value of each secret, percent-encoded, for its word. */
  readonly reveal: (text: string, reveal: (token: string) => string) => string;
}

function createStandIns(source: string): StandIns {
  const id = uniqueText();
  const tokens: string[] = [];
  const text = revealText(
    source,
    (token) => `secret${tokens.push(token) - 1}x${id}`,
    (word) => word,
  );
  if (tokens.length === 0) return { text, tokens, isFirst: false, tokensIn: () => [], reveal: (part) => part };
  const pattern = new RegExp(`secret(\\d+)x${id}`, 'gi');
  const tokenOf = (index: string): string => tokens[Number(index)] ?? '';
  return {
    text,
    tokens,
    isFirst: new RegExp(`^\\s*${pattern.source}`, 'i').test(text),
    tokensIn: (part) => [...part.matchAll(pattern)].map(([, index = '']) => tokenOf(index)),
    reveal: (part, reveal) => part.replace(pattern, (_word, index: string) => encodePart(reveal(tokenOf(index)))),
  };
}

function readUrl(text: string, baseUrl: string): URL | null {
  try {
    return baseUrl === '' ? new URL(text) : new URL(text, baseUrl);
  } catch {
    return null;
  }
}

function misplacedInAddress(name: string): Failure {
  return fail(
    'AUTHORIZATION_ERROR',
    `The secret {{ env.${name} }} is in the beginning of the address, before the path. It could not be checked where it goes. Write scheme, host and port out, as in https://example.com/{{ env.${name} }}, or make ${name} a variable that is not a secret.`,
    { type: 'secret', reason: 'place', name, where: 'the beginning of the address' },
  );
}

function notAnAddress(url: string, baseUrl: string): Failure {
  const hint =
    baseUrl === ''
      ? 'A relative address starts from `base_url` in the config of a tool, or from the page of the app, and here is neither. Write the whole address, with https://, or set `base_url`.'
      : 'Write an address such as https://example.com/data.json.';
  return invalid(`“${url}” is not an address that can be called. ${hint}`, 'url');
}

function invalid(message: string, reason: string): Failure {
  return fail('VALIDATION_ERROR', message, { type: 'http', reason });
}

/** Names that headers and parameters with credentials have: what a service reads there it neither stores nor shows. */
const CREDENTIAL_NAME = /auth|token|key|secret|passw|pwd|credential|cookie|session|signature|^sig$|^api/i;

/** A secret that a request carries, and as what; each at most once as each. */
interface CarriedSecret {
  readonly token: string;
  readonly as: Exclude<SecretUse, 'derived'>;
}

/**
 * What a request does with each secret in it: one in a header or parameter of a credential's name signs it; any other is a
 * part of the content, which the service may keep and show.
 */
export function listSecretUses(request: EgressRequest, address: Address): readonly CarriedSecret[] {
  const uses = new Map<string, CarriedSecret>();
  const note = (token: string, as: CarriedSecret['as']): void => void uses.set(`${as} ${token}`, { token, as });
  for (const token of address.inPath) note(token, 'content');
  for (const [name, token] of address.inQuery) note(token, usualFor(name));
  for (const [name, value] of request.headers) {
    for (const token of [...listTokens(value), ...listTokens(readBasic(value) ?? '')]) note(token, usualFor(name));
  }
  for (const token of listTokens(request.body ?? '')) note(token, 'content');
  return [...uses.values()];
}

/** The `user:password` in a header with `Basic` credentials; null for any other. */
export function readBasic(header: string): string | null {
  const basic = /^Basic\s+(\S+)$/i.exec(header)?.[1];
  return basic === undefined ? null : base64ToText(basic);
}

/** Whether a header or parameter of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

function usualFor(name: string): CarriedSecret['as'] {
  return isCredentialName(name) ? 'credential' : 'content';
}
