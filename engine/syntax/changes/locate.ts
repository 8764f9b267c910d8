import { ok, type Result } from '../../base/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import type { Slot } from '../tree/findNode.ts';
import { childSlot } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { sharedByAlias } from './refusals.ts';

/** How far a path leads in the text itself. */
export interface TreePlace {
  readonly slot: Slot;
  /** The way to `slot`. */
  readonly path: Path;
  /** What of the path is left and not there yet. */
  readonly rest: Path;
  /** The places on the way, the document first, `slot` omitted. */
  readonly parents: readonly Slot[];
  /** Whether the place lies inside brackets. */
  readonly isInFlow: boolean;
}

/** Follows a path as far as it is written; refused with `ALIAS_SHARED` where it would leave the place through an alias. */
export function locate(syntax: Syntax, path: Path): Result<TreePlace, Refusal> {
  let slot: Slot = { kind: 'root', value: syntax.root };
  const parents: Slot[] = [];
  let isInFlow = false;
  for (const [index, step] of path.entries()) {
    const { value } = slot;
    if (value?.kind === 'alias') return sharedByAlias(path.slice(0, index), value.name);
    const child: Slot | undefined = childSlot(value, step);
    if (child === undefined)
      return ok({ slot, path: path.slice(0, index), rest: path.slice(index), parents, isInFlow });
    isInFlow ||= (value?.kind === 'map' || value?.kind === 'list') && value.style === 'flow';
    parents.push(slot);
    slot = child;
  }
  return ok({ slot, path, rest: [], parents, isInFlow });
}
