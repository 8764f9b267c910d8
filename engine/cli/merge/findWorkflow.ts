import { parseSyntax } from '../../syntax/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import { askGit, textIn } from './git.ts';

/** The workflow of a test file as the three sides of a merge have it. */
export interface WorkflowTexts {
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Asked {
  readonly folder: string;
  /** Of the test file, in the repository. */
  readonly path: string;
  /** The files that git gave to the driver. */
  readonly base: string;
  readonly theirs: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the workflow of a test file that git merges, in the commits that have the versions of the test file which are merged. Null where
 * they cannot be told, such as where the base is itself a merge of two.
 */
export async function findWorkflow({ folder, path, base, theirs, text, env }: Asked): Promise<WorkflowTexts | null> {
  const workflow = workflowOf(path, namedWorkflow(parseSyntax(text)));
  if (workflow === null) return null;
  const find = async (file: string, first: readonly string[]): Promise<string | null> => {
    const blob = await askGit(folder, ['hash-object', '--no-filters', '--', file]);
    if (blob === null) return null;
    const found = await askGit(folder, ['log', '--all', '--format=%H', `--find-object=${blob}`, '--', path]);
    for (const commit of [...first, ...(found ?? '').split('\n').filter((line) => line !== '')]) {
      if ((await askGit(folder, ['rev-parse', '--verify', '--quiet', `${commit}:${path}`])) === blob) return commit;
    }
    return null;
  };
  const heads = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? []);
  const other = await find(theirs, heads);
  if (other === null) return null;
  const shared = await askGit(folder, ['merge-base', 'HEAD', other]);
  const before = await find(base, [...(shared === null ? [] : [shared]), `${other}^`]);
  if (before === null) return null;
  const [was, our, their] = [
    await textIn(folder, before, workflow),
    await textIn(folder, 'HEAD', workflow),
    await textIn(folder, other, workflow),
  ];
  return was === null || our === null || their === null
    ? null
    : { path: workflow, base: was, ours: our, theirs: their };
}
