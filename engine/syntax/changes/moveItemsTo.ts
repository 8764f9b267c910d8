import { CST, Lexer } from 'yaml';
import { ok } from '../../base/index.ts';
import { applyEdits, type Path, type TextEdit, type TextRange } from '../../text/index.ts';
import {
  attachedStart,
  columnOf,
  dedentLines,
  isFirstOnLine,
  lineEnd,
  lineStart,
  placeAfter,
} from '../lines/textLines.ts';
import { hasReferences, parseSyntax } from '../parsing/parseSyntax.ts';
import { findNode } from '../tree/findNode.ts';
import type { ListNode, Syntax } from '../tree/Syntax.ts';
import { toNodeData } from '../tree/toNodeData.ts';
import { equalData } from '../writing/formatData.ts';
import { composeSteps, type Edits, locate, type TreePlace } from './composeSteps.ts';
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

/** An item of a list as it is written. */
export interface ItemText {
  /** Without indent: from its dash and the comments above it, in brackets its value alone. */
  readonly lines: readonly string[];
  readonly isFlow: boolean;
  /** The same as it is written in brackets; absent where it is written on lines. */
  readonly flow: string | undefined;
  readonly hasComments: boolean;
  /** Where the comments above, next to and below it are. */
  readonly comments: readonly TextRange[];
}

/** Reads an item with its comments; null where there is no item of a list. */
export function readItemText({ text }: Syntax, { slot, parents }: TreePlace): ItemText | null {
  const list = parents.at(-1)?.value;
  if (slot.kind !== 'item' || list?.kind !== 'list') return null;
  const { start, end } = slot.item;
  const column = columnOf(text, start);
  if (list.style === 'flow') {
    const flow = text.slice(start, end);
    const lines = dedentLines(flow.split(/\r?\n/), indentOf(text, start));
    return { lines, isFlow: true, flow, hasComments: hasComments(flow), comments: [] };
  }
  const first = isFirstOnLine(text, start) ? attachedStart(text, start) : start;
  const after = placeAfter(text, end, column);
  const last = after > 0 && text.charAt(after - 1) === '\n' ? lineEnd(text, lineStart(text, after - 1)) : after;
  const source = text.slice(first, last);
  const comments = [
    { start: first, end: first === start ? first : lineStart(text, start) },
    { start: end, end: Math.max(last, end) },
  ];
  return {
    lines: dedentLines(source.split(/\r?\n/), column),
    isFlow: false,
    flow: undefined,
    hasComments: hasComments(source),
    comments: comments.filter((range) => range.end > range.start),
  };
}

/** Blanks at the start of the line of an offset. */
function indentOf(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return /^ */.exec(text.slice(start, offset))?.[0].length ?? 0;
}

/** Whether YAML holds a comment: a `#` within text is none. */
function hasComments(source: string): boolean {
  let previous = '';
  for (const lexeme of new Lexer().lex(source)) {
    if (lexeme.startsWith('#') && previous !== CST.SCALAR) return true;
    previous = lexeme;
  }
  return false;
}

/**
 * The edits that put the item at `from` where `to` is, with its lines, the comments on them and directly above; text
 * between items stays. Blank lines there may become part of a text block that keeps them: the caller handles that.
 */
export function swapItems(
  text: string,
  list: ListNode,
  { from, to }: { readonly from: number; readonly to: number },
): TextEdit[] {
  return moveBlock(text, { blocks: readBlocks(text, list), from, to });
}

/** The stretches that change places: whole lines where each item has its own, else the items alone. */
function readBlocks(text: string, list: ListNode): TextRange[] {
  const items = list.items.map(({ start, end }) => ({ start, end }));
  if (list.style === 'flow' || !items.every(({ start }) => isFirstOnLine(text, start))) return items;
  return items.map(({ start, end }) => {
    const after = placeAfter(text, end, columnOf(text, start));
    const last = text.charAt(after - 1) === '\n' ? lineEnd(text, lineStart(text, after - 1)) : after;
    return { start: attachedStart(text, start), end: last };
  });
}

/** Each block from one place to the other takes the next one's; the text between them stays. */
function moveBlock(
  text: string,
  { blocks, from, to }: { blocks: readonly TextRange[]; from: number; to: number },
): TextEdit[] {
  const order = blocks.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  return blocks.flatMap((block, index) => {
    const source = blocks[order[index] ?? index];
    if (source === undefined || source === block) return [];
    return [{ ...block, text: text.slice(source.start, source.end) }];
  });
}
