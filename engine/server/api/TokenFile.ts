import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, isJsonObject, type Json } from '../../base/index.ts';
import { claimJournal, type JournalClaim, replaceFile } from '../../hosts/node/index.ts';
import { readRate } from '../../serveConfig/index.ts';

/** What a token allows: each of them also what those before it do. */
export type Scope = 'read' | 'run' | 'admin';

/** A token as it is kept: its secret as a hash alone. Times in ms since the epoch. */
export interface KeptToken {
  readonly id: string;
  /** Whose it is, in the words of whoever made it. */
  readonly name: string;
  readonly scope: Scope;
  /** The workflows that it is limited to, in which `*` stands for any characters; absent: all. */
  readonly workflows?: readonly string[];
  /** How many changes it may make over time, such as `10/s`; absent: as many as anybody. */
  readonly rate?: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
}

/** What a new token is to be. */
export interface TokenRequest {
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt: number | null;
  /** Absent: all. */
  readonly workflows?: readonly string[];
  /** Absent: none. */
  readonly rate?: string;
}

/** What the file is called in the state folder. */
const FILE = 'tokens.json';

/** How long what was read of the file is used, in ms: so long a revoked token may still be accepted. */
const FRESH = 1000;

/** How often it is looked whether another process has changed the file, and for how long, in ms. */
const AGAIN = 20;
const LONGEST = 10_000;

/** The scopes from the one that allows the least. */
export const SCOPES: readonly Scope[] = ['read', 'run', 'admin'];

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
    let text: string;
    try {
      text = await readFile(this.#place, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
    const tokens = readTokens(text);
    if (tokens === null)
      throw new Error(`${this.#place} cannot be read. Put it back from a copy, or delete it and make new tokens.`);
    return tokens;
  }

  /** Whole or not at all: a server may read it meanwhile. */
  async #write(tokens: readonly KeptToken[]): Promise<void> {
    await replaceFile(this.#place, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
    this.#read = null;
  }
}

/** Of a file, what differs once it was rewritten. */
async function markOf(place: string): Promise<string> {
  const found = await stat(place, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.mtimeNs} ${found.size}`;
}

function readTokens(text: string): readonly KeptToken[] | null {
  try {
    const data: Json = JSON.parse(text);
    const tokens = isJsonObject(data) ? data['tokens'] : null;
    if (!Array.isArray(tokens)) return null;
    return tokens.every(isToken) ? tokens : null;
  } catch {
    return null;
  }
}

function isToken(data: unknown): data is KeptToken {
  const token = data as Partial<Record<keyof KeptToken, unknown>> | null;
  return (
    typeof token === 'object' &&
    token !== null &&
    typeof token.id === 'string' &&
    typeof token.name === 'string' &&
    SCOPES.some((scope) => scope === token.scope) &&
    isLimit(token) &&
    typeof token.hash === 'string' &&
    /^[0-9a-f]{64}$/.test(token.hash) &&
    typeof token.createdAt === 'number' &&
    (token.expiresAt === null || typeof token.expiresAt === 'number')
  );
}

/** Whether the limits of a token can be read: one whose limits cannot is no token without limits. */
function isLimit({ workflows, rate }: Partial<Record<keyof KeptToken, unknown>>): boolean {
  const isList = Array.isArray(workflows) && workflows.length > 0 && workflows.every((one) => typeof one === 'string');
  return (
    (workflows === undefined || isList) && (rate === undefined || (typeof rate === 'string' && readRate(rate) !== null))
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
