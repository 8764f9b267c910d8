import { err, messageOf, ok, type Result } from '../../base/index.ts';
import type { SecretUse } from '../ports.ts';
import type { SecretDisk, SecretGrant, StoredSecret } from './SecretDisk.ts';

/** How long a secret is kept: until the worker ends, on the device, or on the device under a passphrase. */
export type SecretKeep = 'session' | 'device' | 'passphrase';

/** The public facts about a secret. */
export interface SecretInfo {
  readonly name: string;
  readonly keep: SecretKeep;
  /** True: it is kept under a passphrase that was not given yet. */
  readonly isLocked: boolean;
  /** Where it may go without a question. */
  readonly grants: readonly SecretGrant[];
}

interface Secret extends SecretInfo {
  /** Null while it is locked. */
  readonly value: string | null;
}

/** From the least to the most that a service may do with a secret. */
const USES: readonly SecretUse[] = ['derived', 'credential', 'content'];

/** Whether what was granted includes what is wanted. */
export function coversUse(grant: SecretGrant, wanted: SecretGrant): boolean {
  return grant.origin === wanted.origin && USES.indexOf(grant.as) >= USES.indexOf(wanted.as);
}

function readGrants({ grants, origins = [] }: StoredSecret): readonly SecretGrant[] {
  return grants ?? origins.map((origin) => ({ origin, as: 'credential' }));
}

/** Loaded where a secret is kept on the device, or read from it. */
const loadSealing = () => import('./sealing.ts');

const CANNOT_SEAL =
  'Browsers encrypt only on pages that came over HTTPS or from this computer. Here a secret can be kept until this tab closes.';

/** The text whose seal proves a passphrase. */
const CHECK = 'signalbox';

/**
 * Keeps the secrets of a workspace in the worker: their values are never given to the page. Each has the
 * places it may go to. What storage refuses is answered with a message for the user, and then nothing has changed.
 */
export class SecretKeeper {
  readonly #disk: SecretDisk | null;
  readonly #onChange: () => void;
  readonly #onUnreadable: () => void;
  readonly #secrets = new Map<string, Secret>();
  /** The key of the passphrase, once given. */
  #passphraseKey: CryptoKey | null = null;
  #reading: Promise<void> | null = null;

  /**
   * `onChange` is called after each change, with the new {@link list}; `onUnreadable`, when what the device stores
   * cannot be read.
   */
  constructor(disk: SecretDisk | null, onChange: () => void, onUnreadable: () => void = () => undefined) {
    this.#disk = disk;
    this.#onChange = onChange;
    this.#onUnreadable = onUnreadable;
  }

  /** Reads what the device holds; done once. A device that cannot be read holds nothing, and `onUnreadable` is called. */
  ready(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** In the order of their names. */
  list(): readonly SecretInfo[] {
    return [...this.#secrets.values()]
      .map(({ name, keep, isLocked, grants }) => ({ name, keep, isLocked, grants }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** For the egress, and nothing else. */
  valueOf(name: string): string | undefined {
    return this.#secrets.get(name)?.value ?? undefined;
  }

  /** Whether a secret may go to an origin as this without a question. */
  isGranted(name: string, wanted: SecretGrant): boolean {
    return this.#secrets.get(name)?.grants.some((grant) => coversUse(grant, wanted)) === true;
  }

  /** Sets a secret. A new value goes nowhere before the user allows it: its grants are deleted. */
  async set(name: string, value: string, keep: SecretKeep): Promise<Result<null, string>> {
    const kept = this.#secrets.get(name);
    const grants = kept?.value === value ? kept.grants : [];
    return this.#store({ name, value, keep, isLocked: false, grants });
  }

  /** Keeps a secret longer, or shorter. */
  async keep(name: string, keep: SecretKeep): Promise<Result<null, string>> {
    const secret = this.#secrets.get(name);
    if (secret === undefined) return err(`There is no secret ${name}.`);
    if (secret.value === null) return err(`${name} is locked. Give the passphrase first.`);
    return this.#store({ ...secret, keep });
  }

  /** Grants a secret these places and no others. */
  async grant(name: string, grants: readonly SecretGrant[]): Promise<Result<null, string>> {
    const secret = this.#secrets.get(name);
    if (secret === undefined) return err(`There is no secret ${name}.`);
    const distinct = grants.filter(
      (grant, index) =>
        !grants.some(
          (other, at) => at !== index && coversUse(other, grant) && (at < index || !coversUse(grant, other)),
        ),
    );
    return this.#store({ ...secret, grants: distinct });
  }

  /** Deletes a secret, everywhere. */
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

  /**
   * What the device stored was deleted. The user who clears a browser's data may want secrets gone, so none is written again: those
   * that are open stay until the worker ends, those that are locked are forgotten.
   */
  loseDevice(): void {
    this.#passphraseKey = null;
    for (const secret of this.#secrets.values()) {
      if (secret.value === null) this.#secrets.delete(secret.name);
      else this.#secrets.set(secret.name, { ...secret, keep: 'session' });
    }
    this.#onChange();
  }

  /** Opens what is kept under the passphrase. The first one ever given becomes the passphrase. */
  async unlock(passphrase: string): Promise<Result<null, string>> {
    const disk = this.#disk;
    if (disk === null) return err('This browser keeps nothing on the device here.');
    return this.#try(async () => {
      const { canSeal, deriveKey, seal, unseal } = await loadSealing();
      if (!canSeal()) return CANNOT_SEAL;
      const check = await disk.passphrase();
      const salt = check?.salt ?? crypto.getRandomValues(new Uint8Array(16));
      const key = await deriveKey(passphrase, salt);
      if (check === null) await disk.setPassphrase({ salt, sealed: await seal(key, CHECK, CHECK) });
      else if ((await unseal(key, CHECK, check.sealed)) !== CHECK) return 'Wrong passphrase.';
      this.#passphraseKey = key;
      await this.#openAll(await disk.list(), 'passphrase', key);
      this.#onChange();
      return null;
    });
  }

  async #read(): Promise<void> {
    const disk = this.#disk;
    if (disk === null) return;
    const stored = await disk.list().catch(() => this.#giveUp([]));
    for (const secret of stored) {
      const { name, keep } = secret;
      this.#secrets.set(name, { name, keep, grants: readGrants(secret), isLocked: true, value: null });
    }
    if (stored.some(({ keep }) => keep === 'device')) {
      const key = await this.#deviceKey(disk).catch(() => this.#giveUp(null));
      if (key !== null) await this.#openAll(stored, 'device', key);
    }
    this.#onChange();
  }

  #giveUp<T>(instead: T): T {
    this.#onUnreadable();
    return instead;
  }

  async #deviceKey(disk: SecretDisk): Promise<CryptoKey> {
    const { createDeviceKey } = await loadSealing();
    return disk.deviceKey(createDeviceKey);
  }

  async #openAll(stored: readonly StoredSecret[], keep: SecretKeep, key: CryptoKey): Promise<void> {
    const { unseal } = await loadSealing();
    for (const secret of stored) {
      if (secret.keep !== keep) continue;
      const value = await unseal(key, secret.name, secret.sealed);
      const { name } = secret;
      this.#secrets.set(name, { name, keep, grants: readGrants(secret), value, isLocked: value === null });
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

  async #seal({ name, grants, value }: Secret, keep: 'device' | 'passphrase'): Promise<string | null> {
    const disk = this.#disk;
    if (disk === null) return 'This browser keeps nothing on the device here. The secret can be kept for the session.';
    if (value === null) {
      // Locked: its seal stays, only where it may go is written.
      const stored = (await disk.list()).find((other) => other.name === name);
      if (stored === undefined) return `${name} is no longer kept here. Set it again.`;
      await disk.put([{ ...stored, grants }]);
      return null;
    }
    const { canSeal, seal } = await loadSealing();
    if (!canSeal()) return CANNOT_SEAL;
    const key = keep === 'device' ? await this.#deviceKey(disk) : this.#passphraseKey;
    if (key === null) return 'Give the passphrase first.';
    await disk.put([{ name, keep, sealed: await seal(key, name, value), grants }]);
    return null;
  }

  /** A refusal stays a refusal; what storage throws becomes one. */
  async #try(work: () => Promise<string | null>): Promise<Result<null, string>> {
    try {
      const refusal = await work();
      return refusal === null ? ok(null) : err(refusal);
    } catch (error) {
      const reason = messageOf(error);
      return err(`The browser's storage refused it (${reason}). The secret can be kept for the session.`);
    }
  }
}
