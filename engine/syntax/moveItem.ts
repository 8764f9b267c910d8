import { ok, type Result } from '../base/index.ts';
import { applyEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';
import { equalData } from './equalData.ts';
import { findNode } from './findNode.ts';
import { keepAliases } from './keepAliases.ts';
import { locate } from './locate.ts';
import { hasReferences, parseSyntax } from './parseSyntax.ts';
import { breaksAlias, notACollection, sharedByAlias, unknownPath } from './refusals.ts';
import type { Syntax } from './Syntax.ts';
import type { ListNode } from './SyntaxNode.ts';
import { setValue } from './setValue.ts';
import { attachedStart, columnOf, isFirstOnLine, lineEnd, lineStart, placeAfter } from './textLines.ts';
import { toNodeData } from './toNodeData.ts';

interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * Moves an item of a list so that it stands at index `to` afterwards. Its lines go along with the comments on them and
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
  if (from === to) return ok([]);
  const blocks = readBlocks(syntax.text, list);
  const edits = moveBlock(syntax.text, { blocks, from, to });
  const data = list.items.map((item) => toNodeData(item.value));
  const moved = data.toSpliced(from, 1).toSpliced(to, 0, data[from] ?? null);
  const after = parseSyntax(applyEdits(syntax.text, edits), { syntax, edits });
  // Blank lines between items may belong to a text block that keeps them: then the items are written anew.
  if (equalData(toNodeData(findNode(after, listPath) ?? null), moved)) return keepAliases(syntax, ok(edits));
  return hasReferences(syntax) ? breaksAlias(firstLostAlias(after)) : setValue(syntax, listPath, moved);
}

/** The name of the first alias that stands for nothing. */
function firstLostAlias({ text, errors }: Syntax): string {
  const lost = errors.find(({ code }) => code.startsWith('ALIAS_'));
  return lost === undefined ? '' : text.slice(lost.range.start + 1, lost.range.end);
}

/** The stretches that change places: whole lines where each item has its own, else the items alone. */
function readBlocks(text: string, list: ListNode): Block[] {
  const items = list.items.map(({ start, end }) => ({ start, end }));
  if (list.style === 'flow' || !items.every(({ start }) => isFirstOnLine(text, start))) return items;
  return items.map(({ start, end }) => {
    const after = placeAfter(text, end, columnOf(text, start));
    const last = text.charAt(after - 1) === '\n' ? lineEnd(text, lineStart(text, after - 1)) : after;
    return { start: attachedStart(text, start), end: last };
  });
}

/** Each block from one place to the other takes the next one's; what stands between them stays. */
function moveBlock(
  text: string,
  { blocks, from, to }: { blocks: readonly Block[]; from: number; to: number },
): TextEdit[] {
  const order = blocks.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  return blocks.flatMap((block, index) => {
    const source = blocks[order[index] ?? index];
    if (source === undefined || source === block) return [];
    return [{ ...block, text: text.slice(source.start, source.end) }];
  });
}
