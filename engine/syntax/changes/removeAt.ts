import { ok, type Result } from '../../base/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
import type { Slot } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { keepAliases } from './keepAliases.ts';
import { locate, type TreePlace } from './locate.ts';
import { unknownPath } from './refusals.ts';
import { removePlace } from './removePlace.ts';

export interface RemoveOptions {
  /** Also removes the keys of maps and lists that are empty then; list items and the document stay. */
  readonly pruneEmpty?: boolean;
}

/**
 * Removes the entry or item at a path, with its lines and the comments on them; comments above it stay. Without
 * `pruneEmpty` a map that loses its last key becomes `{}`, a list `[]`. Refused where there is nothing.
 */
export function removeAt(
  syntax: Syntax,
  path: Path,
  options: RemoveOptions = {},
): Result<readonly TextEdit[], Refusal> {
  const found = locate(syntax, path);
  if (!found.ok) return found;
  if (found.value.rest.length > 0 || path.length === 0) return unknownPath(path);
  const place = options.pruneEmpty === true ? prune(found.value) : found.value;
  const edits = removePlace(syntax, place);
  return edits.ok ? keepAliases(syntax, ok(edits.value)) : edits;
}

/** The place to remove instead, when its containers would be left empty. */
function prune(place: TreePlace): TreePlace {
  let current = place;
  for (;;) {
    const parent = current.parents.at(-1);
    if (parent?.kind !== 'entry' || sizeOf(parent) !== 1) return current;
    const parents = current.parents.slice(0, -1);
    const isInFlow = parents.some(
      ({ value }) => (value?.kind === 'map' || value?.kind === 'list') && value.style === 'flow',
    );
    current = { slot: parent, parents, path: current.path.slice(0, -1), rest: [], isInFlow };
  }
}

function sizeOf({ value }: Slot): number {
  if (value?.kind === 'map') return value.entries.length;
  return value?.kind === 'list' ? value.items.length : 0;
}
