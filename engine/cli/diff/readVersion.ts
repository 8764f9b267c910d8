import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { decodeUtf8, describeProblem, readSource, type SourceFile, type UnreadableFile } from '../readFiles.ts';

/** What git gives for a file that one side does not have. */
const NOTHING: ReadonlySet<string> = new Set(['/dev/null', 'NUL']);

/**
 * One of two texts that are compared: a file, `-` for standard input, or `REV:path` for a file in a commit, as git names it: from the root of the
 * repository, or from the current folder with `REV:./path`. `/dev/null` is an empty text.
 */
export async function readVersion(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  if (NOTHING.has(name)) return ok({ path: name, text: '' });
  const colon = name.indexOf(':');
  if (name === '-' || colon < 1 || existsSync(path.resolve(io.folder, name)) || /^[A-Za-z]:[\\/]/.test(name))
    return readSource(io, name);
  return readCommitted(io, name);
}

const MOST_BYTES = 64 * 2 ** 20;

function readCommitted(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  // What begins with a dash is an option to git.
  if (name.startsWith('-')) return Promise.resolve(err({ path: name, message: 'A commit cannot begin with a dash.' }));
  return new Promise((resolve) => {
    execFile(
      'git',
      ['cat-file', 'blob', name],
      { cwd: io.folder, encoding: 'buffer', maxBuffer: MOST_BYTES, signal: io.signal },
      (error, out, told) => {
        resolve(
          error === null ? readBytes(name, out) : err({ path: name, message: tellProblem(error, told.toString()) }),
        );
      },
    );
  });
}

function readBytes(name: string, bytes: Uint8Array): Result<SourceFile, UnreadableFile> {
  try {
    return ok({ path: name, text: decodeUtf8(bytes) });
  } catch (error) {
    return err({ path: name, message: describeProblem(error) });
  }
}

function tellProblem(error: Error, told: string): string {
  if ('code' in error && error.code === 'ENOENT') return 'This names a file in a commit, but git is not installed.';
  const [line = ''] = told.replace(/^fatal: /, '').split('\n');
  return line === '' ? error.message : `Git says: ${line}.`.replace('..', '.');
}
