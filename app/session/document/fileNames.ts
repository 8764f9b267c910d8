import type { Transaction } from '#engine';
import { quoteName } from '../../ui/markHidden.ts';

/** Characters no file name needs: they break lines, control a terminal, or turn the text after them around (bidi). */
const BAD = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Why a file of that name does not come in, for the user; null where it may. */
export function findBadName(name: string): string | null {
  if (!BAD.test(name)) return null;
  return `${quoteName(name)} was not opened: its name holds characters that are not seen or that turn text around. Rename the file, then open it again.`;
}

/** Why a transaction would give a file such a name; null where it does not. */
export function findNameProblem({ changes }: Transaction): string | null {
  for (const change of changes) {
    const name = change.type === 'create' ? change.path : change.type === 'move' ? change.to : null;
    if (name !== null && BAD.test(name))
      return `A file cannot be called ${quoteName(name)}: the name holds characters that are not seen or that turn text around.`;
  }
  return null;
}
