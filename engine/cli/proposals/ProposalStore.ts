import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  type Files,
  formatStored,
  isProposalId,
  LARGEST_PROPOSAL,
  MOST_PENDING,
  PROPOSALS_FOLDER,
  type Proposal,
  proposalIdAt,
  proposalIdOf,
  proposalPath,
  readStored,
  type StoredProposal,
} from '../../author/index.ts';
import { err, ok, type Result } from '../../base/index.ts';
import { placeInside, readInside, replaceFile } from '../../hosts/node/index.ts';

/** What a look at the waiting proposals found. */
export interface WaitingProposals {
  /** Those that can be read, oldest first. */
  readonly waiting: readonly StoredProposal[];
  /** Files of their folder that are none, with why: a sentence about the file. */
  readonly unread: readonly { readonly id: string; readonly why: string }[];
}

/** The proposals of a workspace: one file each, `.signalbox/proposals/ID.json`. */
export class ProposalStore {
  readonly #root: string;
  readonly #now: () => Date;
  #last = Promise.resolve();

  constructor(root: string, now: () => Date = () => new Date()) {
    this.#root = root;
    this.#now = now;
  }

  /** Does one thing after the other: those who add at once are counted all the same. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async list(): Promise<WaitingProposals> {
    const names = await readdir(path.join(this.#root, PROPOSALS_FOLDER)).catch(() => []);
    const ids = names.flatMap((name) => proposalIdOf(`${PROPOSALS_FOLDER}/${name}`) ?? []);
    const waiting: StoredProposal[] = [];
    const unread: { id: string; why: string }[] = [];
    for (const id of ids.slice(0, MOST_PENDING * 2)) {
      const stored = await this.#read(id);
      if (stored.ok) waiting.push(stored.value);
      else unread.push({ id, why: stored.error });
    }
    return { waiting: waiting.toSorted((a, b) => (a.at < b.at ? -1 : 1)), unread };
  }

  /** Null where there is none that can be read. */
  async get(id: string): Promise<StoredProposal | null> {
    const stored = isProposalId(id) ? await this.#read(id) : null;
    return stored?.ok === true ? stored.value : null;
  }

  /** Writes a proposal; under the id of one that it replaces. The error says why it cannot wait, as a sentence about it. */
  async add(proposal: Proposal, base: Files, replaces?: string): Promise<Result<StoredProposal, string>> {
    const at = this.#now().toISOString();
    const id = replaces ?? proposalIdAt(at, randomBytes(3).toString('hex'));
    return this.put({ id, at, proposal, base });
  }

  /** Writes a proposal as it is now; the error says why it cannot wait. */
  async put(stored: StoredProposal): Promise<Result<StoredProposal, string>> {
    const text = formatStored(stored);
    // No one could read it otherwise.
    const read =
      Buffer.byteLength(text) > LARGEST_PROPOSAL ? err('It is larger than 10 MiB.') : readStored(stored.id, text);
    if (!read.ok) return read;
    await replaceFile(await placeInside(this.#root, proposalPath(stored.id)), text);
    return ok(stored);
  }

  async remove(id: string): Promise<void> {
    await rm(await placeInside(this.#root, proposalPath(id)), { force: true });
  }

  async #read(id: string): Promise<Result<StoredProposal, string>> {
    let text: string;
    try {
      const bytes = await readInside(this.#root, path.join(this.#root, proposalPath(id)), LARGEST_PROPOSAL);
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return err('It is not there, is no text, is larger than 10 MiB, or is a link that leads out of the folder.');
    }
    return readStored(id, text);
  }
}
