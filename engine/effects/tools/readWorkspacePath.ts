import { err, ok, type Result } from '../../base/index.ts';
import { type Failure, fail, forMissing } from '../outcome.ts';
import { isHidden } from './guardedName.ts';

/**
 * A path inside the workspace as a tool may name it: relative, with `/`. The empty one is the workspace itself. What
 * could lead out of it, on any system, and what is hidden in it, is refused with a message.
 *
 * | given                           | answer        |
 * |---------------------------------|---------------|
 * | `a/b.txt`, `./a//b.txt`         | `a/b.txt`     |
 * | `../x`, `a/../b`                | refused       |
 * | `/etc/passwd`, `~/x`, `C:\x`    | refused       |
 * | `.git/config`, `a/.env`         | refused       |
 * | `a\b`, a NUL, a control character | refused     |
 */
export function readWorkspacePath(path: string): Result<string, string> {
  const refuse = (why: string): Result<string, string> =>
    err(`“${printable(path)}” is not a path inside the workspace: ${why}.`);
  if (path.length > 1000) return refuse('it is longer than 1000 characters');
  if (hasControl(path)) return refuse('it holds a control character');
  if (path.includes('\\')) return refuse('folders are written with /, not with a backslash');
  if (path.startsWith('/') || path.startsWith('~')) return refuse('it must start inside the workspace');
  if (/^[a-z]:/i.test(path) || path.includes('://')) return refuse('it names a drive or an address');
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  // Windows leaves dots and spaces at the end of a name out: `.. ` would be `..`.
  if (steps.some((step) => /^\.[. ]+$/.test(step))) return refuse('.. would lead out of a folder');
  if (steps.some(isHidden)) return refuse('names that begin with a dot are hidden from runs');
  return ok(steps.join('/'));
}

function hasControl(text: string): boolean {
  for (const character of text) if (character < ' ' || character === '\u007f') return true;
  return false;
}

function printable(text: string): string {
  return Array.from(text.slice(0, 200), (character) => (hasControl(character) ? '�' : character)).join('');
}

/** What a built-in answers that needs the files of a workspace where the host has none. */
export function lacksWorkspace(tool: 'file' | 'workflow' | 'javascript'): Failure {
  const message = `core:${tool} has no workspace here: name its folder by --workspace.`;
  return forMissing(
    { what: 'workspace' },
    fail('CONFIGURATION_ERROR', message, { type: tool, reason: 'no_workspace' }),
  );
}
