import { type Data, err, isDataMap, ok, type Result } from '../../base/index.ts';
import { applyEdits, type Path, type Refusal, type TextEdit } from '../../text/index.ts';
import { indentLines } from '../lines/textLines.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import { findNode } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData, isList } from '../writing/formatData.ts';
import {
  breaksAlias,
  cannotEdit,
  composeSteps,
  type Edits,
  findLostAlias,
  formatPath,
  locate,
  notACollection,
  sharedByAlias,
  type TreePlace,
  trimEdits,
  unknownPath,
} from './composeSteps.ts';
import { type ItemText, readItemText, swapItems } from './moveItemsTo.ts';
import { type ListPlace, putItems } from './putItems.ts';
import { removePlace } from './removePlace.ts';

/** Where an item goes from and to. All paths and indices are those of the document before the move. */
export interface ItemMove extends ListPlace {
  /** The item of a list. */
  readonly from: Path;
}

/**
 * Moves an item of a list into another list of the document (or its own), in front of the item at `index` there. Its text
 * goes along as written, with the comments in it, next to it, directly above it and below it, only reindented. A list
 * that is missing or empty is made; one that loses its last item is left as `[]`. Refused into itself (`INTO_ITSELF`), where an alias would not
 * refer to the same node any more (`ALIAS_BROKEN`), and where its comments have no room within brackets (`COMMENT_LOST`).
 */
export function moveItemTo(syntax: Syntax, move: ItemMove): Edits {
  const { from, list } = move;
  const index = from.at(-1);
  const place = locate(syntax, from);
  if (!place.ok) return place;
  if (typeof index !== 'number' || place.value.rest.length > 0 || place.value.slot.kind !== 'item')
    return unknownPath(from);
  if (startsWith(list, from)) return intoItself(from);
  const moved = { ...move, index: findTarget(syntax, move) };
  const within = moveWithin(syntax, moved, place.value);
  if (within?.ok === true || within?.error.code === 'ALIAS_BROKEN') return within;
  const text = readItemText(syntax, place.value);
  if (text === null) return cannotEdit(from);
  if (text.hasComments && !text.isFlow && isFlowPlace(syntax, list)) return losesComments(list);
  const edits = composeSteps(syntax, [
    (current) => putItems(current, moved, newItems(text, toNodeData(place.value.slot.value))),
    (current) => removeBlock(current, afterInsertion(from, moved)),
  ]);
  return edits.ok ? checkMove(syntax, moved, edits.value) : edits;
}

/** A move within one list: its lines change places. Null between two lists. */
function moveWithin(syntax: Syntax, move: ItemMove, { parents }: TreePlace): Edits | null {
  const { from, list, index } = move;
  const holder = parents.at(-1)?.value;
  if (holder?.kind !== 'list' || from.length !== list.length + 1 || !startsWith(from, list)) return null;
  const old = Number(from.at(-1));
  const to = index > old ? index - 1 : index;
  if (to === old) return ok([]);
  return checkMove(syntax, move, trimEdits(syntax.text, swapItems(syntax.text, holder, { from: old, to })));
}

/** The index in the target list, brought into its bounds. */
function findTarget(syntax: Syntax, { list, index }: ItemMove): number {
  const node = findNode(syntax, list);
  return Math.min(Math.max(0, index), node?.kind === 'list' ? node.items.length : 0);
}

function newItems({ lines, flow, isFlow }: ItemText, value: Data) {
  if (!isFlow) return { values: [value], toLines: () => lines };
  const [first = '', ...rest] = lines;
  return {
    values: [value],
    toLines: ({ dashWidth }: { readonly dashWidth: number }) => [
      `-${' '.repeat(dashWidth - 1)}${first}`,
      ...indentLines(rest, dashWidth),
    ],
    flow,
  };
}

/** Removes an item with the comments that belong to it. */
function removeBlock(syntax: Syntax, path: Path): Edits {
  return composeSteps(syntax, [
    (current) => {
      const place = locate(current, path);
      const text = place.ok ? readItemText(current, place.value) : null;
      return ok(text === null ? [] : text.comments.map((range) => ({ ...range, text: '' })));
    },
    (current) => {
      const place = locate(current, path);
      return place.ok ? removePlace(current, place.value) : place;
    },
  ]);
}

/** Accepts the edits when they give the intended data and every alias still refers to the same node. */
function checkMove(syntax: Syntax, move: ItemMove, edits: readonly TextEdit[]): Edits {
  const after = parseSyntax(applyEdits(syntax.text, edits), { syntax, edits });
  const toNew = (path: Path) => afterMove(path, move);
  if (hasReferences(syntax)) {
    const lost = findLostAlias(syntax, after, toNew);
    if (lost !== null) return breaksAlias(lost);
    const now = findNode(after, toNew(move.from)) ?? null;
    return equalData(toNodeData(now), itemData(syntax, move.from)) ? ok(edits) : cannotEdit(move.from);
  }
  return equalData(toNodeData(after.root), moveData(syntax, move)) ? ok(edits) : cannotEdit(move.from);
}

function itemData(syntax: Syntax, path: Path): Data {
  return toNodeData(findNode(syntax, path) ?? null);
}

function moveData(syntax: Syntax, { from, list, index, before }: ItemMove): Data {
  const item = itemData(syntax, from);
  const insert = (held: Data) => (isList(held) ? held.toSpliced(index, 0, item) : [item]);
  const inserted = changeAt(toNodeData(syntax.root), list, insert, before);
  const path = afterInsertion(from, { list, index });
  return changeAt(inserted, path.slice(0, -1), (held) =>
    isList(held) ? held.toSpliced(Number(path.at(-1)), 1) : held,
  );
}

/** The data with something else at a path; a key that is missing is made in front of the one named, else last. */
function changeAt(data: Data, path: Path, change: (held: Data) => Data, before?: string): Data {
  const [step, ...rest] = path;
  if (step === undefined) return change(data);
  if (isList(data)) return data.map((item, index) => (index === step ? changeAt(item, rest, change, before) : item));
  const entries = isDataMap(data) ? [...data] : [];
  const key = String(step);
  const at = entries.findIndex(([name]) => name === key);
  const value = changeAt(entries[at]?.[1] ?? null, rest, change, before);
  if (at >= 0) return new Map(entries.with(at, [key, value]));
  const next = rest.length === 0 ? entries.findIndex(([name]) => name === before) : -1;
  return new Map(entries.toSpliced(next < 0 ? entries.length : next, 0, [key, value]));
}

/** Where a path leads once an item has been inserted into the list. */
function afterInsertion(path: Path, { list, index }: { readonly list: Path; readonly index: number }): Path {
  const step = path[list.length];
  if (!startsWith(path, list) || typeof step !== 'number' || step < index) return path;
  return [...list, step + 1, ...path.slice(list.length + 1)];
}

/** Where a path of the document before leads after the move. */
function afterMove(path: Path, { from, list, index }: ItemMove): Path {
  const isMoved = startsWith(path, from);
  const start = isMoved ? [...list, index] : afterInsertion(path, { list, index });
  const old = afterInsertion(from, { list, index });
  const full = isMoved ? [...start, ...path.slice(from.length)] : start;
  const parent = old.slice(0, -1);
  const step = full[parent.length];
  if (!startsWith(full, parent) || typeof step !== 'number' || step <= Number(old.at(-1))) return full;
  return [...parent, step - 1, ...full.slice(parent.length + 1)];
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((step, index) => path[index] === step);
}

/** Whether the inserted items are written in brackets. */
function isFlowPlace(syntax: Syntax, path: Path): boolean {
  const found = locate(syntax, path);
  if (!found.ok) return false;
  const { slot, isInFlow }: TreePlace = found.value;
  const node = slot.value;
  if (node?.kind === 'list' && node.items.length === 0) return isInFlow;
  return isInFlow || ((node?.kind === 'list' || node?.kind === 'map') && node.style === 'flow');
}

function intoItself(path: Path): Edits {
  const subject = formatPath(path);
  return err({
    code: 'INTO_ITSELF',
    subject,
    message: `${subject} cannot be moved into itself. Choose another place.`,
  });
}

function losesComments(path: Path): Edits {
  const subject = formatPath(path);
  const message = `${subject} is written in brackets, where the comments of what is moved have no room. Write it on lines of its own first.`;
  return err({ code: 'COMMENT_LOST', subject, message });
}

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
