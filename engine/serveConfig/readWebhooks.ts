import { isJsonObject, type Json, type JsonObject, toText } from '../base/index.ts';
import { LONGEST_WAIT, readDuration } from './duration.ts';
import { checkTemplate, type InputTemplate, readTemplate } from './inputTemplate.ts';
import type { PlacedMessage } from './PlacedMessage.ts';
import { entriesOf } from './readSchedules.ts';

/** How a request shows that its sender knows a secret. Headers are in lower case. */
export type HookProof =
  | { readonly type: 'none' }
  | { readonly type: 'token'; readonly secret: string; readonly header: string }
  | {
      readonly type: 'hmac';
      /** The name of the variable that has it. */
      readonly secret: string;
      readonly header: string;
      readonly prefix: string;
      readonly encoding: 'hex' | 'base64';
      readonly timestamp: HookTimestamp | null;
    };

export interface HookTimestamp {
  readonly header: string;
  /** In ms. */
  readonly tolerance: number;
  /** What is signed, of `{timestamp}` and `{body}`. */
  readonly signed: string;
}

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
  readonly idempotency: InputTemplate | null;
}

/** What expressions of a webhook can read. */
export const HOOK_ROOTS = ['body', 'headers', 'query', 'method', 'path'];

/** How far the time of a signature may be off at most, in ms. */
const LONGEST_TOLERANCE = 24 * 3_600_000;

/** Reads `webhooks`, which fits its schema; adds to `findings` what is wrong in it all the same. */
export function readWebhooks(value: Json | undefined, findings: PlacedMessage[]): readonly WebhookConfig[] {
  const addresses = new Map<string, string>();
  return entriesOf(value).map(([name, says]) => {
    const own = ['webhooks', name];
    const find = (keys: readonly string[], message: string): void =>
      void findings.push({ path: [...own, ...keys], message });
    const { input = '{{ body }}', idempotency, wait } = says;
    const [path, method] = [toText(says['path'] ?? ''), toText(says['method'] ?? 'POST')];
    const other = addresses.get(`${method} ${path}`);
    if (other === undefined) addresses.set(`${method} ${path}`, name);
    else find(['path'], `is that of ${other}, too. Give it another path, or another method.`);
    const proofs = ['hmac', 'token', 'auth'].filter((key) => Object.hasOwn(says, key));
    if (proofs.length === 0)
      find([], 'lets anybody start runs. Add hmac or token with the name of a secret, or write auth: none.');
    if (proofs.length > 1) find([proofs[1] ?? ''], `is beside ${proofs[0]}. Take out all but one of them.`);
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
      idempotency: idempotency === undefined ? null : readTemplate(idempotency),
    };
  });
}

function readProof(says: JsonObject, find: (keys: readonly string[], message: string) => void): HookProof {
  const { hmac = null, token = null } = says;
  if (isJsonObject(hmac)) {
    const { secret, header, prefix = '', encoding = 'hex', timestamp = null } = hmac;
    return {
      type: 'hmac',
      secret: toText(secret ?? ''),
      header: toText(header ?? '').toLowerCase(),
      prefix: toText(prefix),
      encoding: encoding === 'base64' ? 'base64' : 'hex',
      timestamp: isJsonObject(timestamp) ? readTimestamp(timestamp, find) : null,
    };
  }
  if (!isJsonObject(token)) return { type: 'none' };
  const { secret, header = 'Authorization' } = token;
  return { type: 'token', secret: toText(secret ?? ''), header: toText(header).toLowerCase() };
}

function readTimestamp(
  { header, tolerance = '5m', signed = '{timestamp}.{body}' }: JsonObject,
  find: (keys: readonly string[], message: string) => void,
): HookTimestamp {
  const text = toText(signed);
  const place = ['hmac', 'timestamp'];
  if (!text.includes('{timestamp}') || !text.includes('{body}'))
    find([...place, 'signed'], 'has to have {timestamp} and {body}: what is not signed can be changed by others.');
  const read = readDuration(tolerance, LONGEST_TOLERANCE, (message) => find([...place, 'tolerance'], message));
  return { header: toText(header ?? '').toLowerCase(), tolerance: read ?? 0, signed: text };
}
