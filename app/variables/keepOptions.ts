import type { SecretKeep } from '#engine/worker';

/** How long a secret can be kept, as the user chooses it. */
export const KEEP_OPTIONS: readonly { readonly value: SecretKeep; readonly label: string }[] = [
  { value: 'session', label: 'Until this tab closes' },
  { value: 'device', label: 'On this device' },
  { value: 'passphrase', label: 'On this device, with a passphrase' },
];

/** What keeping on the device protects against, shown where it is chosen. */
export const KEEP_NOTE =
  'subtle' in crypto
    ? 'On the device a secret is encrypted with a key of this browser. That keeps it out of exports and from casual eyes, not from someone who holds the disk; a passphrase does.'
    : 'This page was loaded over plain HTTP, where browsers cannot encrypt: a secret is kept only until this tab closes. Open Signalbox over HTTPS to keep it on the device.';
