import type { Path, TextRange } from '../../text/index.ts';
import { itemAt } from './JoinedList.ts';
import {
  entryOf,
  followAlias,
  type ListItem,
  type MapEntry,
  type RangePart,
  type Syntax,
  type SyntaxNode,
} from './Syntax.ts';

/** The place a path leads to: an entry of a map, an item of a list, or the whole document. */
export type Slot =
  | { readonly kind: 'root'; readonly value: SyntaxNode | null }
  | { readonly kind: 'entry'; readonly entry: MapEntry; readonly value: SyntaxNode | null }
  | { readonly kind: 'item'; readonly item: ListItem; readonly value: SyntaxNode | null };

/**
 * The node at a path; undefined where there is none, and where a key has no value. Aliases and `<<` are followed, so the
 * node may be elsewhere in the text than the path suggests.
 */
export function findNode(syntax: Syntax, path: Path): SyntaxNode | undefined {
  let node = syntax.root;
  for (const step of path) {
    const parent = followAlias(node);
    if (parent?.kind === 'map') node = entryOf(parent, String(step))?.value ?? null;
    else if (parent?.kind === 'list' && typeof step === 'number') node = itemAt(parent, step)?.value ?? null;
    else return undefined;
  }
  return node ?? undefined;
}

/**
 * The range of a part of a path in the text. Where the path does not exist, or leads through an alias: the key of its
 * nearest ancestor that does, or the first line of that list item; at last the start of the document.
 */
export function findRange(syntax: Syntax, path: Path, part: RangePart): TextRange {
  let slot: Slot = { kind: 'root', value: syntax.root };
  for (const step of path) {
    const child = childSlot(slot.value, step);
    if (child === undefined) return fallbackRange(syntax.text, slot);
    slot = child;
  }
  return slotRange(slot, part);
}

/** The place one step further down, in the text itself. */
export function childSlot(node: SyntaxNode | null, step: string | number): Slot | undefined {
  if (node?.kind === 'map') {
    const entry = node.entries.find(({ key }) => key === String(step));
    return entry && { kind: 'entry', entry, value: entry.value };
  }
  if (node?.kind !== 'list' || typeof step !== 'number') return undefined;
  const item = itemAt(node, step);
  return item && { kind: 'item', item, value: item.value };
}

function slotRange(slot: Slot, part: RangePart): TextRange {
  const { value } = slot;
  if (slot.kind === 'root') return value === null ? { start: 0, end: 0 } : { start: value.start, end: value.end };
  const whole = slot.kind === 'entry' ? slot.entry : slot.item;
  if (part === 'entry') return { start: whole.start, end: whole.end };
  if (part === 'key' && slot.kind === 'entry') return { start: slot.entry.keyNode.start, end: slot.entry.keyNode.end };
  if (part === 'key') return { start: whole.start, end: Math.min(whole.start + 1, whole.end) };
  return value === null ? { start: whole.end, end: whole.end } : { start: value.start, end: value.end };
}

function fallbackRange(text: string, slot: Slot): TextRange {
  if (slot.kind === 'root') return { start: slot.value?.start ?? 0, end: slot.value?.start ?? 0 };
  if (slot.kind === 'entry') return slotRange(slot, 'key');
  const start = slot.item.value?.start ?? slot.item.start;
  const lineEnd = text.slice(start, slot.item.end).search(/[ \t]*(?:\r?\n|$)/);
  return { start: slot.item.start, end: start + lineEnd };
}

/** The deepest path whose entry or item holds an offset, both its ends included. Aliases are not followed. */
export function pathAt(syntax: Syntax, offset: number): Path {
  const path: (string | number)[] = [];
  let node = syntax.root;
  while (node !== null) {
    const step = stepAt(node, offset);
    if (step === null) break;
    path.push(step.key);
    node = step.value;
  }
  return path;
}

function stepAt(
  node: SyntaxNode,
  offset: number,
): { readonly key: string | number; readonly value: SyntaxNode | null } | null {
  if (node.kind === 'map') {
    const entry = node.entries[lastBefore(node.entries, offset)];
    return entry === undefined || entry.end < offset ? null : entry;
  }
  if (node.kind !== 'list') return null;
  const index = lastBefore(node.items, offset);
  const item = node.items[index];
  return item === undefined || item.end < offset ? null : { key: index, value: item.value };
}

/** Index of the last part that starts at or before an offset; -1 when none does. Parts are sorted by place. */
function lastBefore(parts: readonly { readonly start: number }[], offset: number): number {
  let low = -1;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.start ?? Number.POSITIVE_INFINITY) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
