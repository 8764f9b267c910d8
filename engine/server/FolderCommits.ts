import { Problem } from './Problem.ts';
import { readGit } from './readGit.ts';
import { isServed } from './servedNames.ts';

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

const FIELDS = '%x1e%H%x00%ct%x00%an%x00%s%x00';

/** A file goes by the name that it had then; what was outside of the folder then is skipped. */
const FOLLOWED = ['--follow', '--relative', '--name-only', '-z', '--no-ext-diff', '--no-textconv'];

/** The commits of the files of a folder that is in a git repository: they are only read. */
export class FolderCommits {
  readonly #root: string;

  /** @param root the folder's path without links */
  constructor(root: string) {
    this.#root = root;
  }

  /** The commits that changed a file, also under an earlier name, newest first; none without a repository, or without git. */
  async list(name: string): Promise<readonly FolderCommit[]> {
    return (await this.#follow(name)).map(({ commit }) => commit);
  }

  /** A file as it was in a commit, also under an earlier name; null where it was not there. Rejects with a {@link Problem}. */
  async read(id: string, name: string): Promise<Uint8Array | null> {
    expectServed(name);
    if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(id)) throw new Problem('NOT_FOUND', `${id} is not a commit.`);
    const known = await readGit(this.#root, ['cat-file', 'blob', `${id}:./${name}`]).catch(() => null);
    if (known !== null) return known;
    const earlier = (await this.#follow(name)).find(({ commit }) => commit.id === id);
    return earlier === undefined
      ? null
      : readGit(this.#root, ['cat-file', 'blob', `${id}:./${earlier.name}`]).catch(() => null);
  }

  /** The commits of a file, each with the name that it had then: of a name that is not served, none. */
  async #follow(name: string): Promise<readonly { readonly commit: FolderCommit; readonly name: string }[]> {
    expectServed(name);
    const command = ['log', `-n${MOST}`, '--no-color', `--format=${FIELDS}`, ...FOLLOWED, '--', name];
    const told = await readGit(this.#root, command).catch(() => null);
    return (told?.toString() ?? '').split('\x1e').flatMap((record) => {
      const [id = '', seconds, author = '', subject = '', ...names] = record.split('\0');
      const then = names.map((each) => each.replace(/^\n/, '')).find((each) => each !== '');
      if (id === '' || then === undefined || !isServed(then)) return [];
      return [{ commit: { id, at: Number(seconds) * 1000, author, subject }, name: then }];
    });
  }
}

function expectServed(name: string): void {
  if (!isServed(name)) throw new Problem('PATH_REFUSED', `${name} is not a workflow file of the folder.`);
}
