import type { DBSchema } from 'idb';
import { DatabaseConnection } from '../DatabaseConnection.ts';
import type { OnDatabaseEnd } from '../DatabaseEnd.ts';
import type { SecretUse } from '../ports.ts';
import type { Sealed } from './sealing.ts';

/** A place a secret may go to without a question, such as `https://api.openai.com`, and as what. */
export interface SecretGrant {
  readonly origin: string;
  readonly as: SecretUse;
}

/** A secret as it is stored on the device, with its grants: these are not secret, and a page may show them. */
export interface StoredSecret {
  readonly name: string;
  readonly keep: 'device' | 'passphrase';
  readonly sealed: Sealed;
  readonly grants?: readonly SecretGrant[];
  /** What an earlier version wrote instead: origins it may go to as a credential. */
  readonly origins?: readonly string[];
}

/** What a passphrase is checked with: a known text, sealed under its key. */
export interface PassphraseCheck {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly sealed: Sealed;
}

/** Where secrets are kept on the device. Each method rejects with the browser's error when storage fails. */
export interface SecretDisk {
  readonly list: () => Promise<readonly StoredSecret[]>;
  /** All or nothing. */
  readonly put: (secrets: readonly StoredSecret[]) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** The device's own key; the first caller's `create` makes it. */
  readonly deviceKey: (create: () => Promise<CryptoKey>) => Promise<CryptoKey>;
  readonly passphrase: () => Promise<PassphraseCheck | null>;
  readonly setPassphrase: (check: PassphraseCheck) => Promise<void>;
}

interface Schema extends DBSchema {
  secrets: { key: string; value: StoredSecret };
  keys: { key: string; value: CryptoKey | PassphraseCheck };
}

/** Secrets in IndexedDB; the database is opened on first use, and again after the browser closed it. */
export function openSecretDisk(onEnd: OnDatabaseEnd = () => undefined, name = 'signalbox-secrets'): SecretDisk {
  const connection = new DatabaseConnection<Schema>({
    name,
    version: 1,
    upgrade: (database) => {
      database.createObjectStore('secrets', { keyPath: 'name' });
      database.createObjectStore('keys');
    },
    onEnd,
  });
  return {
    list: async () => (await connection.open()).getAll('secrets'),
    put: async (secrets) => {
      const transaction = (await connection.open()).transaction('secrets', 'readwrite', { durability: 'strict' });
      await Promise.all([...secrets.map((secret) => transaction.store.put(secret)), transaction.done]);
    },
    remove: async (secret) => (await connection.open()).delete('secrets', secret),
    deviceKey: async (create) => {
      const database = await connection.open();
      const known = await database.get('keys', 'device');
      if (known instanceof CryptoKey) return known;
      const made = await create();
      // Another tab may have made one meanwhile: the first stays.
      const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' });
      const first = await transaction.store.get('device');
      if (!(first instanceof CryptoKey)) await transaction.store.put(made, 'device');
      await transaction.done;
      return first instanceof CryptoKey ? first : made;
    },
    passphrase: async () => {
      const check = await (await connection.open()).get('keys', 'passphrase');
      return check === undefined || check instanceof CryptoKey ? null : check;
    },
    setPassphrase: async (check) => {
      await (await connection.open()).put('keys', check, 'passphrase');
    },
  };
}
