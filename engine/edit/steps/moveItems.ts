import { composeSteps, moveItemsTo, moveItemTo } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { afterMove, type PathMove } from '../find/shiftPath.ts';
import { hasEntry, type Step, setAt } from './editFile.ts';

/** Items that go into one list. All paths and `index` are those of the document before the first of them moves. */
export interface ItemMoves {
  /** Their order there afterwards. */
  readonly from: readonly Path[];
  readonly list: Path;
  /** They go in front of the item that is there now. */
  readonly index: number;
}

/** Items that go into one list: the steps, and where every path of the document before leads after them. */
export interface MovedItems {
  readonly steps: readonly Step[];
  toNew(path: Path): Path;
}

/** Moves items into a list one behind the other, with their comments; a list that is not there yet goes where people expect it. */
export function moveItems({ from, list, index }: ItemMoves): MovedItems {
  const moves: PathMove[] = [];
  const toNew = (path: Path): Path => moves.reduce((at, move) => afterMove(at, move), path);
  let place: Path = [...list, index];
  for (const path of from) {
    const move = { from: toNew(path), list: place.slice(0, -1), index: Number(place.at(-1)) };
    moves.push(move);
    const at = afterMove(move.from, move);
    place = [...at.slice(0, -1), Number(at.at(-1)) + 1];
  }
  const make: Step = (syntax) => (hasEntry(syntax, list) ? { ok: true, value: [] } : setAt(list, [])(syntax));
  const oneByOne = moves.map(
    (move): Step =>
      (syntax) =>
        moveItemTo(syntax, move),
  );
  if (from.length < MANY || index !== 0 || !isRun(from)) return { steps: [make, ...oneByOne], toNew };
  const atOnce: Step = (syntax) =>
    moveItemsTo(syntax, { from: from[0] ?? [], count: from.length, list }) ?? composeSteps(syntax, oneByOne);
  return { steps: [make, atOnce], toNew };
}

/** From this many consecutive items on, they are moved together: one by one takes quadratic time. */
const MANY = 8;

function isRun([first = [], ...rest]: readonly Path[]): boolean {
  const [list, start] = [first.slice(0, -1), Number(first.at(-1))];
  return rest.every(
    (path, at) =>
      path.length === first.length && path.at(-1) === start + at + 1 && list.every((step, i) => path[i] === step),
  );
}
