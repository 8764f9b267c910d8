/** How many rounds PBKDF2-SHA256 makes of a passphrase, as OWASP advises (2023). */
export const ROUNDS = 600_000;

/** Whether texts can be sealed here: browsers encrypt only on pages that came over HTTPS or from this computer. */
export function canSeal(): boolean {
  return 'subtle' in crypto;
}

/** A text under AES-GCM. Can be stored: without the key it reveals only its length. */
export interface Sealed {
  /** 12 random bytes, never used twice with one key. */
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/**
 * A key whose bytes the browser never exports. Any code of this origin can still use it: it keeps a
 * copied profile's text unreadable at a glance, and no more. Only a passphrase keeps a secret from code of this origin.
 */
export async function createDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** The key that a passphrase makes with a salt: PBKDF2-SHA256, 600,000 rounds. Takes a few tenths of a second. */
export async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Seals a text under a key. `label` is bound to it: unsealed with another one it fails. */
export async function seal(key: CryptoKey, label: string, text: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(toAlgorithm(iv, label), key, new TextEncoder().encode(text));
  return { iv, bytes };
}

/** The text that was sealed; null when the key or the label is another, or the bytes were changed. */
export async function unseal(key: CryptoKey, label: string, { iv, bytes }: Sealed): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(toAlgorithm(iv, label), key, bytes));
  } catch {
    return null;
  }
}

function toAlgorithm(iv: Uint8Array<ArrayBuffer>, label: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(label) };
}
