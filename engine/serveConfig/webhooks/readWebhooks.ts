import { isJsonObject, type Json, type JsonObject, toText } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import { LONGEST_WAIT, readDuration } from '../duration.ts';
import { checkTemplate, type InputTemplate, type PlacedMessage, readTemplate } from '../inputTemplate.ts';
import { type AskedRate, readRate } from '../rate.ts';
import { entriesOf } from '../readSchedules.ts';
import { BOTH_SOURCES, readSecretSource, type SecretSource } from '../secretSource.ts';
import { type HookPreset, type HookProof, type HookTimestamp, presetOf } from './hookPresets.ts';

/** What a webhook says. */
export interface WebhookConfig {
  readonly name: string;
  /** Below `/hooks/`. */
  readonly path: string;
  readonly method: string;
  readonly workflow: string;
  readonly proof: HookProof;
  readonly input: InputTemplate;
  /** How long an answer waits for the end of the run, in ms; null: not at all. */
  readonly wait: number | null;
  readonly idempotency: HookKey | null;
  /** How many runs its requests may start over time; null: however many. */
  readonly rate: AskedRate | null;
  /** Who sends; null: somebody whose signatures are written out, or none. */
  readonly preset: HookPreset | null;
}

/** What requests for one run have in common. */
interface HookKey {
  readonly template: InputTemplate;
  /** True: a request without a value is known by what is signed with its time; false, or without a time: it is refused. */
  readonly isOptional: boolean;
}

/** What expressions of a webhook can read. */
export const HOOK_ROOTS = ['body', 'headers', 'query', 'method', 'path'];

/** Reads `webhooks`, which fits its schema; adds to `findings` what is wrong in it all the same. */
export function readWebhooks(value: Json | undefined, findings: PlacedMessage[]): readonly WebhookConfig[] {
  const addresses = new Map<string, string>();
  return entriesOf(value).map(([name, says]) => {
    const own = ['webhooks', name];
    const find = (keys: readonly string[], message: string): void =>
      void findings.push({ path: [...own, ...keys], message });
    const { input = '{{ body }}', idempotency, preset, wait, rate } = says;
    const usualKey = presetOf(preset)?.idempotency;
    const key = idempotency ?? usualKey;
    const [path, method] = [toText(says['path'] ?? ''), toText(says['method'] ?? 'POST')];
    const other = addresses.get(`${method} ${path}`);
    if (other === undefined) addresses.set(`${method} ${path}`, name);
    else find(['path'], `is that of ${other}, too. Give it another path, or another method.`);
    findings.push(...checkTemplate(input, [...own, 'input'], HOOK_ROOTS));
    if (idempotency !== undefined) findings.push(...checkTemplate(idempotency, [...own, 'idempotency'], HOOK_ROOTS));
    const longest = wait === undefined ? null : readDuration(wait, LONGEST_WAIT, (message) => find(['wait'], message));
    return {
      name,
      path,
      method,
      workflow: toText(says['workflow'] ?? ''),
      proof: readProof(says, find),
      input: readTemplate(input),
      wait: longest,
      rate: typeof rate === 'string' ? readRate(rate) : null,
      idempotency: key === undefined ? null : { template: readTemplate(key), isOptional: idempotency === undefined },
      preset: usualKey === undefined ? null : (preset as HookPreset),
    };
  });
}

/** Told what is wrong at a place of a webhook. */
type FindAt = (keys: readonly string[], message: string) => void;

/** How far the time of a signature may be off at most, in ms. */
const LONGEST_TOLERANCE = 24 * 3_600_000;

const KINDS = ['preset', 'hmac', 'token', 'auth'];

/** How a webhook knows its senders, of which `find` is told what is wrong. */
function readProof(says: JsonObject, find: FindAt): HookProof {
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

/** A secret of a webhook. */
export interface HookSecret {
  /** Where the configuration says where it is. */
  readonly path: Path;
  readonly source: SecretSource;
}

/** The secrets of a webhook, in their order; none where anybody may send. */
export function listHookSecrets({ name, proof, preset }: WebhookConfig): readonly HookSecret[] {
  if (proof.type === 'none') return [];
  const own = ['webhooks', name, ...(preset === null ? [proof.type] : []), 'secret'];
  const { secrets } = proof;
  return secrets.map((source, index) => ({ path: secrets.length === 1 ? own : [...own, index], source }));
}
