import { toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

/** Runs `core:hash`: `{hex}`. Browsers hash only on pages served over https or from this device. */
export async function runHash({ input }: BuiltInCall<'hash'>): Promise<Outcome> {
  // Browsers omit it of insecure pages.
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
