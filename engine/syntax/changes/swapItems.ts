import type { TextEdit, TextRange } from '../../text/index.ts';
import { attachedStart, columnOf, isFirstOnLine, lineEnd, lineStart, placeAfter } from '../lines/textLines.ts';
import type { ListNode } from '../tree/SyntaxNode.ts';

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
