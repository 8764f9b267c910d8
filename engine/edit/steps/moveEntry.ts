import { ok } from '../../base/index.ts';
import { commentStart, findNode, isFirstOnLine, type MapNode, partEnd } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Step } from './editFile.ts';

/** Puts an entry of a map at another place among the others, counted from 0 without itself, with the comments that belong to it. */
export function moveEntry(path: Path, index: number): Step {
  return (syntax) => {
    const map = findNode(syntax, path.slice(0, -1));
    const key = String(path.at(-1));
    const from = map?.kind === 'map' ? map.entries.findIndex((entry) => entry.key === key) : -1;
    if (map?.kind !== 'map' || from < 0) return refuse('UNKNOWN_FIELD', key, `There is no “${key}” here any more.`);
    const to = Math.min(Math.max(0, index), map.entries.length - 1);
    return ok(from === to ? [] : moveBlock(syntax.text, readBlocks(syntax.text, map), { from, to }));
  };
}

/** The stretches that change places: lines with the comments above and below where each entry has its own, else the entries. */
function readBlocks(text: string, { style, entries }: MapNode): TextRange[] {
  if (style === 'flow' || !entries.every(({ start }) => isFirstOnLine(text, start))) {
    return entries.map(({ start, end }) => ({ start, end }));
  }
  return entries.map((entry) => ({ start: commentStart(text, entry.start), end: partEnd(text, entry) }));
}

/** Each block between the two places takes the next one's; the text between the blocks stays. */
function moveBlock(text: string, blocks: readonly TextRange[], { from, to }: { from: number; to: number }) {
  const order = blocks.map((_, at) => at);
  order.splice(to, 0, ...order.splice(from, 1));
  return blocks.flatMap((block, at) => {
    const source = blocks[order[at] ?? at];
    if (source === undefined || source === block) return [];
    return [{ ...block, text: text.slice(source.start, source.end) }];
  });
}
