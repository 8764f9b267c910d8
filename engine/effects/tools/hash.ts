import type { Outcome } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall, BuiltInTool } from './BuiltInTool.ts';
import { toText } from './toText.ts';

/** `core:hash` (format.md section 3). */
export const HASH_TOOL = {
  use: 'core:hash',
  description: 'Makes the fingerprint of a text.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', description: 'What to hash, as UTF-8.' },
        algorithm: { type: 'string', enum: ['sha-256', 'sha-384', 'sha-512', 'sha-1'], default: 'sha-256' },
      },
    },
    output: {
      type: 'object',
      required: ['hex'],
      properties: { hex: { type: 'string', description: 'The hash in hexadecimal.' } },
    },
  },
} as const satisfies BuiltInTool;

/** Runs `core:hash`: `{hex}`. Browsers hash only on pages served over https or from this device. */
export async function runHash({ input }: BuiltInCall): Promise<Outcome> {
  // Browsers leave it out of insecure pages.
  if (!('subtle' in globalThis.crypto)) {
    return fail('CONFIGURATION_ERROR', 'Browsers hash only on pages served over https or from this device.', {
      type: 'hash',
      reason: 'insecure',
    });
  }
  const digest = await globalThis.crypto.subtle.digest(
    toText(input.algorithm),
    new TextEncoder().encode(toText(input.text)),
  );
  return succeed({ hex: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') });
}
