import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Change, type Files, type Proposal } from '../../author/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import { placeInside, readInside, replaceFile } from '../../hosts/node/index.ts';

/** Where proposals wait, in a workspace: beside what a server keeps there, and hidden from lists of files. */
const FOLDER = '.signalbox/proposals';

const FORMAT = 'signalbox-proposal/1';

/** Most proposals that wait at a time: a program that repeats itself is told so. */
export const MOST_PENDING = 50;

const MOST_BYTES = 16 * 2 ** 20;

/** A proposal that waits for a person, with the texts it was written on. */
export interface StoredProposal {
  readonly id: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly proposal: Proposal;
  /** The texts of the files that it is about, as they were. */
  readonly base: Files;
}

/** The proposals of a workspace: one file each, `.signalbox/proposals/ID.json`. */
export class ProposalStore {
  readonly #root: string;
  readonly #now: () => Date;

  constructor(root: string, now: () => Date = () => new Date()) {
    this.#root = root;
    this.#now = now;
  }

  /** Those that can be read, oldest first. */
  async list(): Promise<readonly StoredProposal[]> {
    const names = await readdir(path.join(this.#root, FOLDER)).catch(() => []);
    const found: StoredProposal[] = [];
    for (const name of names.filter((each) => /^[\w-]+\.json$/u.test(each)).slice(0, MOST_PENDING * 2)) {
      const stored = await this.get(name.replace(/\.json$/u, ''));
      if (stored !== null) found.push(stored);
    }
    return found.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  }

  /** Null where there is none that can be read. */
  async get(id: string): Promise<StoredProposal | null> {
    if (!/^[\w-]{1,80}$/u.test(id)) return null;
    try {
      const bytes = await readInside(this.#root, path.join(this.#root, nameOf(id)), MOST_BYTES);
      return readStored(id, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json);
    } catch {
      return null;
    }
  }

  /** Writes a proposal; under the id of one that it replaces. */
  async add(proposal: Proposal, base: Files, replaces?: string): Promise<StoredProposal> {
    const at = this.#now().toISOString();
    const id = replaces ?? `${at.slice(0, 10)}-${randomBytes(3).toString('hex')}`;
    const stored = { id, at, proposal, base };
    await replaceFile(await placeInside(this.#root, nameOf(id)), `${JSON.stringify(toJson(stored), null, 2)}\n`);
    return stored;
  }

  async remove(id: string): Promise<void> {
    await rm(await placeInside(this.#root, nameOf(id)), { force: true });
  }

  /** The path of a proposal's file in the workspace. */
  fileOf(id: string): string {
    return nameOf(id);
  }
}

function nameOf(id: string): string {
  return `${FOLDER}/${id}.json`;
}

function toJson({ id, at, proposal, base }: StoredProposal): JsonObject {
  const { who, why, path: file, changes } = proposal;
  return { format: FORMAT, id, at, who, why, path: file, changes, base: jsonObject([...base]) };
}

/** Others may have written the file: what is not as expected is no proposal. */
function readStored(id: string, value: Json): StoredProposal | null {
  if (!isJsonObject(value) || ownValue(value, 'format') !== FORMAT) return null;
  const [at, who, why, file] = ['at', 'who', 'why', 'path'].map((key) => ownValue(value, key));
  const changes = ownValue(value, 'changes');
  const base = ownValue(value, 'base');
  if (typeof at !== 'string' || typeof who !== 'string' || typeof why !== 'string' || typeof file !== 'string')
    return null;
  if (!Array.isArray(changes) || !changes.every(isChange) || base === undefined || !isJsonObject(base)) return null;
  const texts = Object.entries(base).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  );
  return { id, at, proposal: { who, why, path: file, changes }, base: new Map(texts) };
}

function isChange(value: Json): value is Change {
  return isJsonObject(value);
}
