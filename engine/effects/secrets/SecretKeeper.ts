import { err, ok, type Result } from '../../base/index.ts';
import type { SecretDisk, StoredSecret } from './SecretDisk.ts';
import { createDeviceKey, deriveKey, seal, unseal } from './sealing.ts';

/** How long a secret is kept: until the worker ends, on the device, or on the device under a passphrase. */
export type SecretKeep = 'session' | 'device' | 'passphrase';

/** What anyone may know of a secret. */
export interface SecretInfo {
  readonly name: string;
  readonly keep: SecretKeep;
  /** True: it is kept under a passphrase that was not given yet. */
  readonly isLocked: boolean;
  /** Where it may go without a question, such as `https://api.openai.com`. */
  readonly origins: readonly string[];
}

interface Secret extends SecretInfo {
  /** Null while it is locked. */
  readonly value: string | null;
}

/** The text whose seal proves a passphrase. */
const CHECK = 'signalbox';

/**
 * Keeps the secrets of a workspace in the worker: their values are never given to the page. Each is bound to the origins
 * it may go to. What storage refuses is answered in words for the person, and then nothing has changed.
 */
export class SecretKeeper {
  readonly #disk: SecretDisk | null;
  readonly #onChange: () => void;
  readonly #secrets = new Map<string, Secret>();
  /** The key of the passphrase, once given. */
  #passphraseKey: CryptoKey | null = null;
  #reading: Promise<void> | null = null;

  /** `onChange` is called after each change, with what {@link list} then answers. */
  constructor(disk: SecretDisk | null, onChange: () => void) {
    this.#disk = disk;
    this.#onChange = onChange;
  }

  /** Reads what the device holds; done once. A device that cannot be read holds nothing. */
  ready(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** In the order of their names. */
  list(): readonly SecretInfo[] {
    return [...this.#secrets.values()]
      .map(({ name, keep, isLocked, origins }) => ({ name, keep, isLocked, origins }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** For the egress, and nothing else. */
  valueOf(name: string): string | undefined {
    return this.#secrets.get(name)?.value ?? undefined;
  }

  isBound(name: string, origin: string): boolean {
    return this.#secrets.get(name)?.origins.includes(origin) === true;
  }

  /** Sets a secret. A new value goes nowhere before a person says where: its origins are forgotten. */
  async set(name: string, value: string, keep: SecretKeep): Promise<Result<null, string>> {
    const kept = this.#secrets.get(name);
    const origins = kept?.value === value ? kept.origins : [];
    return this.#store({ name, value, keep, isLocked: false, origins });
  }

  /** Keeps a secret longer, or shorter. */
  async keep(name: string, keep: SecretKeep): Promise<Result<null, string>> {
    const secret = this.#secrets.get(name);
    if (secret === undefined) return err(`There is no secret ${name}.`);
    if (secret.value === null) return err(`${name} is locked. Give the passphrase first.`);
    return this.#store({ ...secret, keep });
  }

  /** Binds a secret to these origins and no others. */
  async bind(name: string, origins: readonly string[]): Promise<Result<null, string>> {
    const secret = this.#secrets.get(name);
    if (secret === undefined) return err(`There is no secret ${name}.`);
    return this.#store({ ...secret, origins: [...new Set(origins)] });
  }

  /** Forgets a secret, everywhere. */
  async remove(name: string): Promise<Result<null, string>> {
    const removed = await this.#try(async () => {
      await this.#disk?.remove(name);
      return null;
    });
    if (!removed.ok) return removed;
    this.#secrets.delete(name);
    this.#onChange();
    return ok(null);
  }

  /** Opens what is kept under the passphrase. The first one ever given becomes the passphrase. */
  async unlock(passphrase: string): Promise<Result<null, string>> {
    const disk = this.#disk;
    if (disk === null) return err('This browser keeps nothing on the device here.');
    return this.#try(async () => {
      const check = await disk.passphrase();
      const salt = check?.salt ?? crypto.getRandomValues(new Uint8Array(16));
      const key = await deriveKey(passphrase, salt);
      if (check === null) await disk.setPassphrase({ salt, sealed: await seal(key, CHECK, CHECK) });
      else if ((await unseal(key, CHECK, check.sealed)) !== CHECK) return 'That is not the passphrase.';
      this.#passphraseKey = key;
      await this.#openAll(await disk.list(), 'passphrase', key);
      this.#onChange();
      return null;
    });
  }

  async #read(): Promise<void> {
    const disk = this.#disk;
    if (disk === null) return;
    const stored = await disk.list().catch(() => []);
    for (const { name, keep, origins } of stored)
      this.#secrets.set(name, { name, keep, origins, isLocked: true, value: null });
    if (stored.some(({ keep }) => keep === 'device')) {
      const key = await disk.deviceKey(createDeviceKey).catch(() => null);
      if (key !== null) await this.#openAll(stored, 'device', key);
    }
    this.#onChange();
  }

  async #openAll(stored: readonly StoredSecret[], keep: SecretKeep, key: CryptoKey): Promise<void> {
    for (const secret of stored) {
      if (secret.keep !== keep) continue;
      const value = await unseal(key, secret.name, secret.sealed);
      const { name, origins } = secret;
      this.#secrets.set(name, { name, keep, origins, value, isLocked: value === null });
    }
  }

  async #store(secret: Secret): Promise<Result<null, string>> {
    const before = this.#secrets.get(secret.name);
    const stored = await this.#try(async () => {
      if (secret.keep === 'session') {
        if (before !== undefined && before.keep !== 'session') await this.#disk?.remove(secret.name);
        return null;
      }
      return this.#seal(secret, secret.keep);
    });
    if (!stored.ok) return stored;
    this.#secrets.set(secret.name, secret);
    this.#onChange();
    return ok(null);
  }

  async #seal({ name, origins, value }: Secret, keep: 'device' | 'passphrase'): Promise<string | null> {
    const disk = this.#disk;
    if (disk === null) return 'This browser keeps nothing on the device here. The secret can be kept for the session.';
    if (value === null) {
      // Locked: its seal stays, only where it may go is written.
      const stored = (await disk.list()).find((other) => other.name === name);
      if (stored === undefined) return `${name} is no longer kept here. Set it again.`;
      await disk.put([{ ...stored, origins }]);
      return null;
    }
    const key = keep === 'device' ? await disk.deviceKey(createDeviceKey) : this.#passphraseKey;
    if (key === null) return 'Give the passphrase first.';
    await disk.put([{ name, keep, sealed: await seal(key, name, value), origins }]);
    return null;
  }

  /** What is refused in words stays a refusal; what storage throws becomes one. */
  async #try(work: () => Promise<string | null>): Promise<Result<null, string>> {
    try {
      const refusal = await work();
      return refusal === null ? ok(null) : err(refusal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return err(`The browser's storage did not take it (${reason}). The secret can be kept for the session.`);
    }
  }
}
