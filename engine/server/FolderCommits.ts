import { execFile } from 'node:child_process';
import { Problem } from './Problem.ts';
import { isServed, LARGEST } from './servedNames.ts';

/** A commit that changed a file. */
export interface FolderCommit {
  /** Its hash, whole. */
  readonly id: string;
  /** When it was made, in ms since the epoch. */
  readonly at: number;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
}

/** Most commits of a file that are told. */
const MOST = 200;

/** How long git may take, in ms. */
const PATIENCE = 10_000;

/** What settings of a repository, which may be anybody's, could make git do beyond reading: run a program, or ask a network. */
const SAFE = ['--literal-pathspecs', '-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false'];

const ENVIRONMENT = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' };

const FIELDS = '%H%x00%ct%x00%an%x00%s%x1e';

/** The commits of the files of a folder that is in a git repository: they are only read. */
export class FolderCommits {
  readonly #root: string;

  /** @param root the folder's path without links */
  constructor(root: string) {
    this.#root = root;
  }

  /** The commits that changed a file, newest first; none without a repository, or without git. */
  async list(name: string): Promise<readonly FolderCommit[]> {
    expectServed(name);
    const told = await this.#ask(['log', `-n${MOST}`, '--no-color', `--format=${FIELDS}`, '--', name]).catch(
      () => null,
    );
    return (told?.toString() ?? '').split('\x1e').flatMap((record): FolderCommit[] => {
      const [id = '', seconds, author = '', subject = ''] = record.trim().split('\0');
      return id === '' ? [] : [{ id, at: Number(seconds) * 1000, author, subject }];
    });
  }

  /** A file as it was in a commit; null where it was not there. Rejects with a {@link Problem}. */
  async read(id: string, name: string): Promise<Uint8Array | null> {
    expectServed(name);
    if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id)) throw new Problem('NOT_FOUND', `${id} is not a commit.`);
    return this.#ask(['cat-file', 'blob', `${id}:./${name}`]).catch(() => null);
  }

  #ask(command: readonly string[]): Promise<Uint8Array> {
    const options = {
      cwd: this.#root,
      encoding: 'buffer',
      maxBuffer: LARGEST,
      timeout: PATIENCE,
      env: { ...process.env, ...ENVIRONMENT },
    } as const;
    return new Promise((resolve, reject) => {
      execFile('git', [...SAFE, ...command], options, (error, out) => (error === null ? resolve(out) : reject(error)));
    });
  }
}

function expectServed(name: string): void {
  if (!isServed(name)) throw new Problem('PATH_REFUSED', `${name} is not a workflow file of the folder.`);
}
