import { execFile } from 'node:child_process';
import { LARGEST } from './servedNames.ts';

/** How long git may take, in ms. */
const PATIENCE = 10_000;

/** What settings of a repository, which may be anybody's, could make git do beyond reading: run a program, or ask a network. */
const SAFE = ['--literal-pathspecs', '-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false'];

const ENVIRONMENT = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' };

/** What git answers to a command that only reads, in a folder. Rejects where there is no repository, no git, or no answer. */
export function readGit(root: string, command: readonly string[]): Promise<Uint8Array> {
  const options = {
    cwd: root,
    encoding: 'buffer',
    maxBuffer: LARGEST,
    timeout: PATIENCE,
    env: { ...process.env, ...ENVIRONMENT },
  } as const;
  return new Promise((resolve, reject) => {
    execFile('git', [...SAFE, ...command], options, (error, out) => (error === null ? resolve(out) : reject(error)));
  });
}
