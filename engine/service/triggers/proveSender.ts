import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { err, type JsonObject, ok, type Result } from '../../base/index.ts';
import type { HookProof, SecretSource, SignedProof, TokenProof } from '../../serveConfig/index.ts';

/** What came to the address of a webhook. Names of headers are in lower case. */
export interface HookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  /** As it was sent. */
  readonly bytes: Uint8Array;
}

/** Why a request is not believed: it shows nothing, something else, or something of another time. */
export interface HookRefusal {
  readonly type: 'needed' | 'refused' | 'expired';
  readonly message: string;
}

/** What each key of a proof is, as bytes. The error says what a secret has to be. */
export function toKeys(proof: HookProof, secrets: readonly string[]): Result<readonly Buffer[], string> {
  if (proof.type !== 'hmac' || proof.secretEncoding === 'text') return ok(secrets.map((secret) => Buffer.from(secret)));
  const texts = secrets.map((secret) => secret.replace(/^whsec_/, ''));
  const wrong = texts.findIndex((text) => !/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length < 4);
  if (wrong >= 0)
    return err(
      `${describeSource(proof.secrets[wrong])} is not a secret in Base64, such as whsec_MfKQ9r8GKYqrTwjUPD8I.`,
    );
  return ok(texts.map((text) => Buffer.from(text, 'base64')));
}

function describeSource(source: SecretSource | undefined): string {
  switch (source?.type) {
    case undefined:
      return 'the secret';
    case 'environment':
      return source.name;
    case 'file':
      return `the text of ${source.file}`;
    case 'command':
      return `what ${source.command[0] ?? ''} prints`;
  }
}

/** Why a request is refused; null where it shows what a webhook asks for. @param now ms since the epoch */
export function refuseRequest(
  request: HookRequest,
  proof: HookProof,
  { keys, now }: { readonly keys: readonly Uint8Array[]; readonly now: number },
): HookRefusal | null {
  switch (proof.type) {
    case 'none':
      return null;
    case 'token':
      return refuseToken(request, proof, keys);
    case 'hmac':
      return refuseUnsigned(request, proof, keys) ?? refuseTime(request, proof, now);
  }
}

function refuseToken(
  { headers }: HookRequest,
  { header }: TokenProof,
  keys: readonly Uint8Array[],
): HookRefusal | null {
  const given = headers[header];
  if (given === undefined) return { type: 'needed', message: `Send the secret of this webhook in ${header}.` };
  const token = digestOf(Buffer.from(header === 'authorization' ? given.replace(/^Bearer +/i, '') : given));
  const isSame = keys.some((key) => timingSafeEqual(token, digestOf(key)));
  return isSame ? null : { type: 'refused', message: `The value of ${header} is not the secret of this webhook.` };
}

function refuseUnsigned(request: HookRequest, proof: SignedProof, keys: readonly Uint8Array[]): HookRefusal | null {
  const { header, id, timestamp } = proof;
  const { headers } = request;
  for (const name of [header, id, timestamp?.header])
    if (typeof name === 'string' && headers[name] === undefined)
      return { type: 'needed', message: `The header ${name} is missing: requests to this webhook are signed.` };
  const signed = toSigned(request, proof);
  const given = partsOf(headers[header] ?? '', proof.separator, proof.prefix);
  const known = signed === null ? [] : keys.flatMap((key) => writeSignature(key, signed, proof.encoding));
  const digests = known.map((text) => digestOf(Buffer.from(text)));
  if (given.some((text) => digests.some((digest) => timingSafeEqual(digest, digestOf(Buffer.from(text)))))) return null;
  return { type: 'refused', message: `The signature in ${header} does not match the body and the secret.` };
}

/** How a signature may be written: what is compared is text, since bytes can be written in many ways, and a changed header is another one. */
function writeSignature(key: Uint8Array, signed: Uint8Array, encoding: 'hex' | 'base64'): readonly string[] {
  const bytes = createHmac('sha256', key).update(signed).digest();
  const text = bytes.toString(encoding);
  if (encoding === 'hex') return [text, text.toUpperCase()];
  return [text, text.replace(/=+$/, ''), bytes.toString('base64url')];
}

function refuseTime({ headers }: HookRequest, { timestamp }: SignedProof, now: number): HookRefusal | null {
  if (timestamp === null) return null;
  const at = readTime(timeOf(headers, timestamp) ?? '');
  if (at !== null && Math.abs(now - at) <= timestamp.tolerance) return null;
  const limit = `${timestamp.tolerance / 1000} s`;
  return {
    type: 'expired',
    message: `The time in ${timestamp.header} is more than ${limit} from now. Sign the request again.`,
  };
}

/** What the sender has signed; null where the headers cannot be told apart in it. */
export function toSigned({ headers, bytes }: HookRequest, { id, timestamp }: SignedProof): Uint8Array | null {
  if (timestamp === null) return bytes;
  const time = timeOf(headers, timestamp);
  const ownId = id === null ? '' : (headers[id] ?? '');
  // With what follows it inside of it, an id could pass off its end, or the time, for another part of what is signed.
  const [, behind = ''] = /\{id\}([^{]*)/.exec(timestamp.signed) ?? [];
  if (time === null || (behind !== '' && ownId.includes(behind))) return null;
  const values = new Map<string, Uint8Array>([
    ['{id}', Buffer.from(ownId)],
    ['{timestamp}', Buffer.from(time)],
    ['{body}', bytes],
  ]);
  const parts = timestamp.signed.split(/(\{id\}|\{timestamp\}|\{body\})/);
  return Buffer.concat(parts.map((part) => values.get(part) ?? Buffer.from(part)));
}

/** The time as it is written; null where the header has none, or several. */
function timeOf(
  headers: HookRequest['headers'],
  { header, prefix }: NonNullable<SignedProof['timestamp']>,
): string | null {
  const text = headers[header] ?? '';
  const [time, ...others] = prefix === '' ? [text] : partsOf(text, ',', prefix);
  return time === undefined || others.length > 0 ? null : time;
}

/** What follows the prefix in each part of a header that has it. */
function partsOf(text: string, separator: string | null, prefix: string): readonly string[] {
  const parts = separator === null ? [text] : text.split(separator);
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
}

/** ms since the epoch of a time in seconds or milliseconds; null where it is none. */
function readTime(text: string): number | null {
  if (!/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value > 1e11 ? value : value * 1000;
}

/** SHA-256. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
