import { type Json, toText } from '../../base/index.ts';
import { LONGEST_WAIT, readDuration } from '../duration.ts';
import { checkTemplate, type InputTemplate, readTemplate } from '../inputTemplate.ts';
import type { PlacedMessage } from '../PlacedMessage.ts';
import { type AskedRate, readRate } from '../rate.ts';
import { entriesOf } from '../readSchedules.ts';
import { type HookPreset, presetOf } from './hookPresets.ts';
import type { HookProof } from './hookProof.ts';
import { readProof } from './readProof.ts';

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
