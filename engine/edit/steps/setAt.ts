import { type Data, ok } from '../../base/index.ts';
import { findNode, insertItem, removeAt, setValue } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { Step } from './editFile.ts';
import { findKeyAfter } from './keyOrder.ts';

/** Sets the value at a path; a new key goes where people expect it. */
export function setAt(path: Path, value: Data): Step {
  return (syntax) => {
    const before = findKeyAfter(syntax, path);
    return setValue(syntax, path, value, before === undefined ? {} : { before });
  };
}

/** Removes the node at a path and the maps that become empty by it; nothing where there is none. */
export function removePath(path: Path): Step {
  return (syntax) => (hasEntry(syntax, path) ? removeAt(syntax, path, { pruneEmpty: true }) : ok([]));
}

/** Inserts an item into a list that may not be there yet; a list that will be made goes where people expect it. */
export function insertAt(listPath: Path, index: number, value: Data): Step {
  return (syntax) => {
    const list = findNode(syntax, listPath);
    return list?.kind === 'list' ? insertItem(syntax, listPath, index, value) : setAt(listPath, [value])(syntax);
  };
}

/** True when a key or an item is written at the path, if only with an empty value. */
export function hasEntry(syntax: Parameters<Step>[0], path: Path): boolean {
  const key = path.at(-1);
  if (key === undefined) return syntax.root !== null;
  const parent = path.length === 1 ? syntax.root : findNode(syntax, path.slice(0, -1));
  if (parent?.kind === 'map') return parent.entries.some((entry) => entry.key === String(key));
  return parent?.kind === 'list' && typeof key === 'number' && key >= 0 && key < parent.items.length;
}
