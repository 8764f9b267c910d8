import { err, ok, type Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { formatFlowKey, formatKey } from '../writing/formatData.ts';
import { formatScalar } from '../writing/formatScalar.ts';
import { readStyle } from '../writing/readStyle.ts';
import { keepAliases } from './keepAliases.ts';
import { locate } from './locate.ts';
import { cannotEdit, unknownPath } from './refusals.ts';

/** Gives the key at a path another name; quotes around it stay. Refused with `DUPLICATE_KEY` where the map has that key. */
export function renameKey(syntax: Syntax, path: Path, key: string): Result<readonly TextEdit[], Refusal> {
  const found = locate(syntax, path);
  if (!found.ok) return found;
  const { slot, rest, parents, isInFlow } = found.value;
  if (rest.length > 0 || slot.kind !== 'entry') return unknownPath(path);
  if (slot.entry.key === key) return ok([]);
  const map = parents.at(-1)?.value;
  if (map?.kind === 'map' && map.entries.some((entry) => entry.key === key)) {
    return err({
      code: 'DUPLICATE_KEY',
      subject: key,
      message: `There is a key “${key}” here already. Choose another name.`,
    });
  }
  const { keyNode } = slot.entry;
  if (keyNode.kind !== 'scalar' || keyNode.style === 'literal' || keyNode.style === 'folded') return cannotEdit(path);
  const style = readStyle(syntax, path);
  const isQuoted = keyNode.style !== 'plain';
  const text = isQuoted
    ? formatScalar(key, { style: keyNode.style, mark: style.mark, surroundings: 'key' })
    : isInFlow
      ? formatFlowKey(key, style)
      : formatKey(key, style);
  return keepAliases(syntax, ok([{ start: keyNode.start, end: keyNode.end, text }]));
}
