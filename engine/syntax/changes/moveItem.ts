import type { Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { locate } from './locate.ts';
import { moveItemTo } from './moveItemTo.ts';
import { notACollection, sharedByAlias, unknownPath } from './refusals.ts';

/**
 * Moves an item of a list to index `to`. Its lines go along with the comments on them and
 * directly above. Refused where there is no such item, and where an alias would come before its anchor.
 */
export function moveItem(
  syntax: Syntax,
  listPath: Path,
  from: number,
  to: number,
): Result<readonly TextEdit[], Refusal> {
  const place = locate(syntax, listPath);
  if (!place.ok) return place;
  const list = place.value.slot.value;
  if (list?.kind === 'alias') return sharedByAlias(listPath, list.name);
  if (place.value.rest.length > 0 || list === null) return unknownPath(listPath);
  if (list.kind !== 'list') return notACollection(listPath, 'list');
  if (list.items[from] === undefined || list.items[to] === undefined) return unknownPath([...listPath, from]);
  return moveItemTo(syntax, { from: [...listPath, from], list: listPath, index: to > from ? to + 1 : to });
}
