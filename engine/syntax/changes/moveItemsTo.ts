import { ok } from '../../base/index.ts';
import { applyEdits, type Path, type TextEdit } from '../../text/index.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import { findNode } from '../tree/findNode.ts';
import type { Syntax } from '../tree/Syntax.ts';
import type { ListNode } from '../tree/SyntaxNode.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData } from '../writing/equalData.ts';
import { composeSteps, type Edits } from './composeSteps.ts';
import { type ItemText, readItemText } from './itemText.ts';
import { locate } from './locate.ts';
import { putItems } from './putItems.ts';
import { removeItems } from './removePlace.ts';

/** Consecutive items of a list. */
export interface ItemsMove {
  /** The first of them. */
  readonly from: Path;
  readonly count: number;
  /** The empty list of an item next to them that they go into. */
  readonly list: Path;
}

/**
 * Moves many items together, as `moveItemTo` does one by one in quadratic time. Null where only `moveItemTo` can do it:
 * where not all of them are on separate lines, with aliases, when no item would remain next to them.
 */
export function moveItemsTo(syntax: Syntax, { from, count, list }: ItemsMove): Edits | null {
  const [holder, index] = [from.slice(0, -1), Number(from.at(-1))];
  const node = findNode(syntax, holder);
  const isInside = list.length > from.length && holder.every((step, at) => list[at] === step);
  const place = Number(list[holder.length]);
  if (node?.kind !== 'list' || node.style !== 'block' || hasReferences(syntax) || !isInside) return null;
  const target = locate(syntax, list);
  if (!target.ok || target.value.isInFlow) return null;
  if (place >= index || index + count > node.items.length) return null;
  const texts = readTexts(syntax, holder, { index, count });
  if (texts === null) return null;
  const values = node.items.slice(index, index + count).map(({ value }) => toNodeData(value));
  const lines = texts.flatMap((item) => item.lines);
  const edits = composeSteps(syntax, [
    (current) => putItems(current, { list, index: 0 }, { values, toLines: () => lines }),
    (current) => {
      const comments = readTexts(current, holder, { index, count })?.flatMap((item) => item.comments) ?? [];
      return ok(comments.map((range) => ({ ...range, text: '' })));
    },
    (current) => {
      const now = findNode(current, holder);
      return ok(now?.kind === 'list' ? [removeItems(current, now.items, index, count)] : []);
    },
  ]);
  return edits.ok && isMeant(syntax, node, { from, count, list }, edits.value) ? edits : null;
}

function readTexts(
  syntax: Syntax,
  list: Path,
  { index, count }: { readonly index: number; readonly count: number },
): readonly ItemText[] | null {
  const texts: ItemText[] = [];
  for (let at = index; at < index + count; at += 1) {
    const place = locate(syntax, [...list, at]);
    const text = place.ok ? readItemText(syntax, place.value) : null;
    if (text === null || text.isFlow) return null;
    texts.push(text);
  }
  return texts;
}

/** Whether the items hold in the new list what they held, and what stays next to them is what it was. */
function isMeant(
  syntax: Syntax,
  before: ListNode,
  { from, count, list }: ItemsMove,
  edits: readonly TextEdit[],
): boolean {
  const after = parseSyntax(applyEdits(syntax.text, edits), { syntax, edits });
  const [holder, index] = [from.slice(0, -1), Number(from.at(-1))];
  const [now, moved] = [findNode(after, holder), findNode(after, list)];
  if (after.errors.length > 0 || now?.kind !== 'list' || moved?.kind !== 'list') return false;
  const place = Number(list[holder.length]);
  const others = ({ items }: ListNode, gone: number) =>
    items.flatMap(({ value }, at) => (at === place || (at >= index && at < index + gone) ? [] : [toNodeData(value)]));
  return (
    equalData(
      moved.items.map(({ value }) => toNodeData(value)),
      before.items.slice(index, index + count).map(({ value }) => toNodeData(value)),
    ) && equalData(others(now, 0), others(before, count))
  );
}
