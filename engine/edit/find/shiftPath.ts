import type { Path } from '../../text/index.ts';

/** An item that goes into a list, in front of the one at `index`; paths are those before the move. */
export interface PathMove {
  readonly from: Path;
  readonly list: Path;
  readonly index: number;
}

/** Where a path leads once an item has been inserted into a list at `index`. */
export function afterInsertion(path: Path, list: Path, index: number): Path {
  const step = path[list.length];
  if (!startsWith(path, list) || typeof step !== 'number' || step < index) return path;
  return [...list, step + 1, ...path.slice(list.length + 1)];
}

/** Where a path leads once an item of a list is gone. A path into that item leads nowhere meant. */
export function afterRemoval(path: Path, item: Path): Path {
  const list = item.slice(0, -1);
  const step = path[list.length];
  if (!startsWith(path, list) || typeof step !== 'number' || step <= Number(item.at(-1))) return path;
  return [...list, step - 1, ...path.slice(list.length + 1)];
}

/** Where a path of the document before a move leads after it; what moves is followed. */
export function afterMove(path: Path, { from, list, index }: PathMove): Path {
  const gone = afterInsertion(from, list, index);
  if (startsWith(path, from)) return afterRemoval([...list, index, ...path.slice(from.length)], gone);
  return afterRemoval(afterInsertion(path, list, index), gone);
}

/** Whether a path is, or leads through, another one. */
export function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step);
}
