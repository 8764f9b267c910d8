import { type Change, isPlainPath, MOST_CHANGES, type Proposal, toChanges } from '../author/index.ts';
import { Problem } from './Problem.ts';
import { readGit } from './readGit.ts';
import { isServed, isWorkflow, LARGEST } from './servedNames.ts';

/** A branch of the repository that a folder is in. */
export interface FolderBranch {
  readonly name: string;
  /** When its last commit was made, in ms since the epoch. */
  readonly at: number;
}

/** What a branch changes, as a proposal, with the texts that it began with. */
export interface BranchProposal {
  readonly proposal: Proposal;
  readonly base: ReadonlyMap<string, string>;
}

/** Most branches that are told, those with the latest commits. */
const MOST = 100;

/** Longest name of an author of a proposal. */
const LONGEST_NAME = 80;

const FIELDS = '%(refname:lstrip=2)%00%(objectname)%00%(committerdate:unix)';

/** The branches of the repository that a folder is in: they are only read, and git is told their commits, never their names. */
export class FolderBranches {
  readonly #root: string;

  /** @param root the folder's path without links */
  constructor(root: string) {
    this.#root = root;
  }

  /** All but the one that is checked out, the latest first; none without a repository, or without git. */
  async list(): Promise<readonly FolderBranch[]> {
    return (await this.#read()).map(({ name, at }) => ({ name, at }));
  }

  /**
   * What a branch changes of the workflow files of the folder since it began; not the files that both sides have made, which have no text in common. Rejects
   * with a {@link Problem}. `isThere`: whether the folder has a file now.
   */
  async propose(name: string, isThere: (path: string) => Promise<boolean>): Promise<BranchProposal> {
    const branch = (await this.#read()).find((each) => each.name === name);
    if (branch === undefined) throw new Problem('NOT_FOUND', 'This branch was deleted or is checked out now.');
    const base = await this.#tell(['merge-base', 'HEAD', branch.id]).catch(() => null);
    if (base === null)
      throw new Problem('NOT_FOUND', `The branch ${name} has no commit in common with the one that is checked out.`);
    const paths = await this.#changedPaths(base, branch.id);
    const before = await this.#readTexts(base, paths);
    const after = new Map(await this.#readTexts(branch.id, paths));
    for (const path of after.keys()) if (!before.has(path) && (await isThere(path))) after.delete(path);
    const changes = toChanges(before, after);
    const [first] = after.keys();
    if (changes.length === 0 || first === undefined)
      throw new Problem('NOT_FOUND', `The branch ${name} changes no workflow files in this folder.`);
    if (changes.length > MOST_CHANGES)
      throw new Problem(
        'TOO_LARGE',
        `The branch ${name} changes more than ${MOST_CHANGES} files. Merge it with git instead.`,
      );
    return { proposal: toProposal(name, { changes, first }), base: before };
  }

  async #read(): Promise<readonly (FolderBranch & { readonly id: string })[]> {
    const head = await this.#tell(['symbolic-ref', '--short', '-q', 'HEAD']).catch(() => '');
    const command = ['for-each-ref', `--count=${MOST}`, '--sort=-committerdate', `--format=${FIELDS}`, 'refs/heads'];
    const told = await this.#tell(command).catch(() => '');
    return told.split('\n').flatMap((line) => {
      const [name = '', id = '', seconds = ''] = line.split('\0');
      return name === '' || name === head || !/^[0-9a-f]{40,64}$/u.test(id)
        ? []
        : [{ name, id, at: Number(seconds) * 1000 }];
    });
  }

  async #changedPaths(base: string, id: string): Promise<readonly string[]> {
    const command = [
      'diff',
      '--name-only',
      '--relative',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      '-z',
      base,
      id,
    ];
    const told = await this.#tell(command);
    return told.split('\0').filter((path) => isServed(path) && isWorkflow(path) && isPlainPath(path));
  }

  async #readTexts(id: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    let size = 0;
    for (const path of paths) {
      const bytes = await readGit(this.#root, ['cat-file', 'blob', `${id}:./${path}`]).catch(() => null);
      if (bytes === null) continue;
      size += bytes.length;
      if (size > LARGEST / 2)
        throw new Problem('TOO_LARGE', 'The branch changes too much to be reviewed here. Merge it with git instead.');
      const text = decode(bytes);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  }

  async #tell(command: readonly string[]): Promise<string> {
    return new TextDecoder().decode(await readGit(this.#root, command)).trim();
  }
}

/** Null: it is no text. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function toProposal(
  name: string,
  { changes, first }: { readonly changes: readonly Change[]; readonly first: string },
): Proposal {
  return {
    who: `branch ${name.slice(0, LONGEST_NAME)}`,
    why: `Changes from the branch ${name.slice(0, 500)}.`,
    path: first,
    changes,
  };
}
