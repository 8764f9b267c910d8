import type { Data, Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { addItem } from './addItem.ts';
import { keepAliases } from './keepAliases.ts';
import { locate } from './locate.ts';
import { notACollection, sharedByAlias } from './refusals.ts';
import { setValue } from './setValue.ts';

/**
 * Puts an item into the list at a path, in front of the one at `index`; an index past its end means its end. A list that is
 * missing or empty is made. Refused where there is something else than a list, or an alias.
 */
export function insertItem(
  syntax: Syntax,
  listPath: Path,
  index: number,
  value: Data,
): Result<readonly TextEdit[], Refusal> {
  const place = locate(syntax, listPath);
  if (!place.ok) return place;
  const { slot, rest } = place.value;
  const list = slot.value;
  if (rest.length > 0 || list === null) return setValue(syntax, listPath, [value]);
  if (list.kind === 'alias') return sharedByAlias(listPath, list.name);
  if (list.kind === 'scalar' && list.value === null) return setValue(syntax, listPath, [value]);
  if (list.kind !== 'list') return notACollection(listPath, 'list');
  const at = Math.min(Math.max(0, index), list.items.length);
  return keepAliases(syntax, addItem(syntax, { place: place.value, list, index: at }, value));
}
