import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimJournal, type JournalClaim } from '../../hosts/node/index.ts';
import { readRate } from '../../serveConfig/index.ts';
import { readStateFile, writeStateFile } from '../../service/index.ts';
import {
  checked,
  INTEGER,
  list,
  type MessageOf,
  maybe,
  NUMBER,
  oneOf,
  optional,
  recordOf,
  TEXT,
} from '../../wire/index.ts';

/** What a token allows: each of them also what those before it do. */
export type Scope = 'read' | 'run' | 'admin';

/** The scopes from the one that allows the least. */
export const SCOPES: readonly Scope[] = ['read', 'run', 'admin'];

const KEPT_TOKEN = recordOf({
  id: TEXT,
  /** Whose it is, in the words of whoever made it. */
  name: TEXT,
  scope: oneOf(...SCOPES),
  /** The workflows that it is limited to, in which `*` stands for any characters; absent: all. */
  workflows: optional(checked(list(TEXT), (workflows) => workflows.length > 0, 'has no workflow')),
  /** How many changes it may make over time, such as `10/s`; absent: as many as anybody. */
  rate: optional(checked(TEXT, (rate) => readRate(rate) !== null, 'is not a rate')),
  /** SHA-256 of the secret, in hexadecimal. */
  hash: checked(TEXT, (hash) => /^[0-9a-f]{64}$/.test(hash), 'is not a hash'),
  createdAt: NUMBER,
  /** Null: never. */
  expiresAt: maybe(NUMBER),
});

/** A token as it is kept: its secret as a hash alone. Times in ms since the epoch. */
export type KeptToken = MessageOf<typeof KEPT_TOKEN>;

/** What a new token is to be. */
export type TokenRequest = Omit<KeptToken, 'id' | 'hash' | 'createdAt'>;

const TOKENS = {
  shape: recordOf({ version: optional(INTEGER), tokens: list(KEPT_TOKEN) }),
  advice: 'Restore it from a backup, or delete it and make new tokens.',
};

/** What the file is called in the state folder. */
const FILE = 'tokens.json';

/** How long what was read of the file is used, in ms: so long a revoked token may still be accepted. */
const FRESH = 1000;

/** How often it is looked whether another process has changed the file, and for how long, in ms. */
const AGAIN = 20;
const LONGEST = 10_000;

/** Whether a scope allows what needs another one. */
export function allows(scope: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(needed);
}

/**
 * The tokens of a state folder, in a file that its user alone can read. A token is `sbx_ID_SECRET`; the secret has 256 bits
 * and is kept as a hash. What another process changes in the file is seen within a second.
 */
export class TokenFile {
  readonly #place: string;
  readonly #now: () => number;
  #read: { readonly tokens: readonly KeptToken[]; readonly mark: string; readonly at: number } | null = null;

  /** @param now ms since the epoch */
  constructor(stateFolder: string, now: () => number = Date.now) {
    this.#place = path.join(stateFolder, FILE);
    this.#now = now;
  }

  /** All of them, also those that have expired, the oldest first. Rejects with an `Error` for the user where the file is broken. */
  async list(): Promise<readonly KeptToken[]> {
    const now = this.#now();
    if (this.#read !== null && Math.abs(now - this.#read.at) < FRESH) return this.#read.tokens;
    const mark = await markOf(this.#place);
    const tokens = this.#read?.mark === mark ? this.#read.tokens : await this.#load();
    this.#read = { tokens, mark, at: now };
    return tokens;
  }

  /** Makes a token, and answers it as it is to be sent: this once. */
  async create({ expiresAt, ...asked }: TokenRequest): Promise<{ readonly token: string; readonly kept: KeptToken }> {
    const id = randomBytes(6).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const kept = { id, ...asked, hash: digest(secret).toString('hex'), createdAt: this.#now(), expiresAt };
    await this.#change((tokens) => [...tokens, kept]);
    return { token: `sbx_${id}_${secret}`, kept };
  }

  /** Takes a token away by its id. Answers false where there is none. */
  async revoke(id: string): Promise<boolean> {
    if (!(await this.#load()).some((token) => token.id === id)) return false;
    return this.#change((tokens) => {
      const left = tokens.filter((token) => token.id !== id);
      return left.length === tokens.length ? null : left;
    });
  }

  /** The token that was sent, where it is one of these and has not expired; null otherwise. */
  async find(token: string): Promise<KeptToken | null> {
    const [, id = '', secret = ''] = /^sbx_([0-9a-f]{12})_([\w-]{43})$/.exec(token) ?? [];
    const kept = (await this.list()).find((one) => one.id === id);
    // Compared also where there is no such id, so that the time does not tell which there are.
    const isSame = timingSafeEqual(digest(secret), kept === undefined ? digest('') : Buffer.from(kept.hash, 'hex'));
    if (kept === undefined || !isSame) return null;
    return kept.expiresAt !== null && kept.expiresAt <= this.#now() ? null : kept;
  }

  /** Replaces the tokens by what is made of them, while no other process does; null leaves them. Answers whether it has. */
  async #change(make: (tokens: readonly KeptToken[]) => readonly KeptToken[] | null): Promise<boolean> {
    await mkdir(path.dirname(this.#place), { recursive: true, mode: 0o700 });
    const claim = await this.#claim();
    try {
      const tokens = make(await this.#load());
      if (tokens !== null) await this.#write(tokens);
      return tokens !== null;
    } finally {
      claim.release();
    }
  }

  async #claim(): Promise<JournalClaim> {
    for (let waited = 0; ; waited += AGAIN) {
      const claimed = await claimJournal(this.#place, { delay: (ms) => delay(ms) });
      if (claimed.ok) return claimed.value;
      if (waited >= LONGEST)
        throw new Error(`Process ${claimed.error.pid} is changing ${this.#place}. Try again once it has ended.`);
      await delay(AGAIN);
    }
  }

  async #load(): Promise<readonly KeptToken[]> {
    return (await readStateFile(this.#place, TOKENS))?.tokens ?? [];
  }

  /** Whole or not at all: a server may read it meanwhile. */
  async #write(tokens: readonly KeptToken[]): Promise<void> {
    await writeStateFile(this.#place, TOKENS, { version: 1, tokens });
    this.#read = null;
  }
}

/** Of a file, what differs once it was rewritten. */
async function markOf(place: string): Promise<string> {
  const found = await stat(place, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.mtimeNs} ${found.size}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
