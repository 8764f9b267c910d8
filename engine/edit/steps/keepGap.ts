import { ok } from '../../base/index.ts';
import { findNode, partEnd, type Syntax } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import type { Step } from './editFile.ts';

/** The blank lines below an item of a block list, as text from the end of its last line; null where they may be part of a text block. */
function readGap(syntax: Syntax, list: Path, index: number): { start: number; text: string } | null {
  const node = findNode(syntax, list);
  const item = node?.kind === 'list' && node.style === 'block' ? node.items[index] : undefined;
  if (item === undefined || syntax.text.charAt(item.end - 1) === '\n') return null;
  const start = partEnd(syntax.text, item);
  return { start, text: /^(?:\r?\n[ \t]*(?=\r?\n))*/.exec(syntax.text.slice(start))?.[0] ?? '' };
}

/** The step that leaves the item at an index of a list as far from the next one as another item was from the text below it. */
export function keepGap(
  before: Syntax,
  list: Path,
  { from, to }: { readonly from: number; readonly to: number },
): Step {
  const gap = readGap(before, list, from);
  return (syntax) => {
    const node = findNode(syntax, list);
    const now = readGap(syntax, list, to);
    const isLast = node?.kind !== 'list' || to + 1 >= node.items.length;
    if (gap === null || now === null || isLast || gap.text === now.text) return ok([]);
    return ok([{ start: now.start, end: now.start + now.text.length, text: gap.text }]);
  };
}
