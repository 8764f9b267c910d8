import { execFile } from 'node:child_process';

/** What git answers to a command in a folder, without the last line break; null where it fails, or there is no git. */
export function askGit(folder: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (error, out) =>
      resolve(error === null ? out.replace(/\n$/, '') : null),
    );
  });
}

/** The text of a file in a commit; null where it is not there. */
export function textIn(folder: string, commit: string, file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const args = ['-C', folder, 'show', `${commit}:${file}`];
    execFile('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (error, out) =>
      resolve(error === null ? out : null),
    );
  });
}
