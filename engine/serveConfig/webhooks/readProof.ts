import { isJsonObject, type Json, type JsonObject, toText } from '../../base/index.ts';
import { readDuration } from '../duration.ts';
import { BOTH_SOURCES, readSecretSource, type SecretSource } from '../secretSource.ts';
import { presetOf } from './hookPresets.ts';
import type { HookProof, HookTimestamp } from './hookProof.ts';

/** Told what is wrong at a place of a webhook. */
export type FindAt = (keys: readonly string[], message: string) => void;

/** How far the time of a signature may be off at most, in ms. */
const LONGEST_TOLERANCE = 24 * 3_600_000;

const KINDS = ['preset', 'hmac', 'token', 'auth'];

/** How a webhook knows its senders, of which `find` is told what is wrong. */
export function readProof(says: JsonObject, find: FindAt): HookProof {
  const kinds = KINDS.filter((key) => Object.hasOwn(says, key));
  if (kinds.length === 0)
    find([], 'lets anyone start runs. Add preset, hmac or token with the name of a secret, or write auth: none.');
  if (kinds.length > 1) find([kinds[1] ?? ''], `cannot be used together with ${kinds[0]}. Keep only one of them.`);
  const { preset, hmac = null, token = null } = says;
  const facts = presetOf(preset);
  if (facts !== null) return readPreset(says, { name: toText(preset ?? ''), facts }, find);
  for (const key of ['secret', 'tolerance'])
    if (Object.hasOwn(says, key))
      find([key], 'belongs to a preset, and no preset is set. Write it under hmac or token.');
  if (isJsonObject(hmac)) return readHmac(hmac, find);
  if (!isJsonObject(token)) return { type: 'none' };
  const { secret, header = 'Authorization' } = token;
  return { type: 'token', secrets: readSources(secret, ['token'], find), header: toText(header).toLowerCase() };
}

function readPreset(
  { secret, tolerance }: JsonObject,
  { name, facts }: { readonly name: string; readonly facts: NonNullable<ReturnType<typeof presetOf>> },
  find: FindAt,
): HookProof {
  if (secret === undefined)
    find(['preset'], `needs secret: where the secret of ${name} is, such as the name of a variable.`);
  const { timestamp, ...proof } = facts.proof;
  const own = { type: 'hmac', ...proof, secrets: readSources(secret, [], find) } as const;
  if (tolerance === undefined) return { ...own, timestamp };
  if (timestamp === null) {
    find(['tolerance'], `has no effect: ${name} does not sign the time. Remove it.`);
    return { ...own, timestamp };
  }
  const read = readDuration(tolerance, LONGEST_TOLERANCE, (message) => find(['tolerance'], message));
  return { ...own, timestamp: { ...timestamp, tolerance: read ?? 0 } };
}

function readHmac(hmac: JsonObject, find: FindAt): HookProof {
  const { secret, secret_encoding: secretEncoding, header, prefix = '', encoding, separator, id, timestamp } = hmac;
  const idHeader = id === undefined ? null : toText(id).toLowerCase();
  if (idHeader !== null && timestamp === undefined)
    find(['hmac', 'id'], 'needs timestamp as well: its signed says what is signed. Add it.');
  return {
    type: 'hmac',
    secrets: readSources(secret, ['hmac'], find),
    secretEncoding: secretEncoding === 'base64' ? 'base64' : 'text',
    header: toText(header ?? '').toLowerCase(),
    prefix: toText(prefix),
    encoding: encoding === 'base64' ? 'base64' : 'hex',
    separator: separator === undefined ? null : toText(separator),
    id: idHeader,
    timestamp: isJsonObject(timestamp ?? null) ? readTimestamp(timestamp as JsonObject, idHeader !== null, find) : null,
  };
}

function readTimestamp(says: JsonObject, hasId: boolean, find: FindAt): HookTimestamp {
  const usual = hasId ? '{id}.{timestamp}.{body}' : '{timestamp}.{body}';
  const { header, prefix = '', tolerance = '5m', signed = usual } = says;
  const text = toText(signed);
  const place = ['hmac', 'timestamp'];
  const needed = hasId ? ['{id}', '{timestamp}', '{body}'] : ['{timestamp}', '{body}'];
  if (!needed.every((part) => text.includes(part)))
    find([...place, 'signed'], `must contain ${listOf(needed)}: others can change what is not signed.`);
  if (!hasId && text.includes('{id}'))
    find([...place, 'signed'], 'has {id}, but hmac.id does not say which header that is. Add hmac.id.');
  const read = readDuration(tolerance, LONGEST_TOLERANCE, (message) => find([...place, 'tolerance'], message));
  return { header: toText(header ?? '').toLowerCase(), prefix: toText(prefix), tolerance: read ?? 0, signed: text };
}

function listOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** @param own the keys of what has the secret */
function readSources(secret: Json | undefined, own: readonly string[], find: FindAt): readonly SecretSource[] {
  return (Array.isArray(secret) ? secret : [secret ?? '']).map((says, index) => {
    const place = [...own, 'secret', ...(Array.isArray(secret) ? [String(index)] : [])];
    if (!isJsonObject(says)) return { type: 'environment', name: toText(says) };
    const source = readSecretSource(says, () => find([...place, 'command'], BOTH_SOURCES));
    if (source === null) find(place, 'is an empty map. Add file or command.');
    return source ?? { type: 'environment', name: '' };
  });
}
