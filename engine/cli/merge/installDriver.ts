import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import type { CommandIo } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';

/** The files that the driver merges. */
const PATTERNS = ['*.yaml', '*.yml', '*.layout.json'] as const;

const ARGUMENTS = 'merge --driver %O %A %B --marker-size %L --path %P';

/** `signalbox merge --install`: has git merge workflows by this program, in the repository of the current folder. Throws a `CommandError`. */
export async function installDriver(io: CommandIo): Promise<void> {
  const root = await askGit(io.folder, ['rev-parse', '--show-toplevel']);
  if (root === null)
    throw new CommandError(
      'UNAVAILABLE',
      'This folder is not in a git repository, or git is not installed. Run this inside a clone.',
    );
  const settings = {
    'merge.signalbox.name': 'Signalbox: merge workflows by their values',
    'merge.signalbox.driver': `${await programOf(io)} ${ARGUMENTS}`,
  };
  for (const [key, value] of Object.entries(settings)) {
    if ((await askGit(root, ['config', key, value])) === null)
      throw new CommandError(
        'UNWRITABLE_FILE',
        `git cannot write ${key} to the settings of this repository. Is another git running, or the file locked?`,
      );
  }
  const file = path.join(root, '.gitattributes');
  const before = await readFile(file, 'utf8').catch(() => '');
  const missing = PATTERNS.map((pattern) => `${pattern} merge=signalbox`).filter(
    (line) => !before.split(/\r?\n/).includes(line),
  );
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  if (missing.length > 0)
    await attempt('UNWRITABLE_FILE', () => writeFile(file, `${before}${gap}${missing.join('\n')}\n`));
  printResult(
    io,
    { settings, attributes: missing },
    ...Object.entries(settings).map(([key, value]) => `git config ${key}: ${value}\n`),
    ...(missing.length === 0
      ? ['.gitattributes has these files already.\n']
      : [...missing.map((line) => `.gitattributes: ${line}\n`), COMMIT]),
  );
}

const COMMIT =
  'Commit .gitattributes. Everyone who merges runs this command once in their clone: git keeps its settings there.\n';

/** How git starts this program: by its name where it is found by that, else by its file. */
async function programOf({ program, env }: CommandIo): Promise<string> {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const isFound = await Promise.any(folders.map((folder) => access(path.join(folder, 'signalbox')))).then(
    () => true,
    () => false,
  );
  if (isFound || program === undefined) return 'signalbox';
  return program.map((part) => `"${part.replaceAll('\\', '/').replaceAll(/["$`]/g, '\\$&')}"`).join(' ');
}

/** What git answers to a command in a folder, without the last line break; null where it fails, or there is no git. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | null> {
  return (await runGit(folder, args))?.replace(/\n$/, '') ?? null;
}

/** The text of a file in a commit; null where it is not there. */
export function textIn(folder: string, commit: string, file: string): Promise<string | null> {
  return runGit(folder, ['show', `${commit}:${file}`]);
}

function runGit(folder: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (error, out) =>
      resolve(error === null ? out : null),
    );
  });
}
