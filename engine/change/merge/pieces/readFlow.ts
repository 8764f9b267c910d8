import type { ListNode, MapNode, SyntaxNode } from '../../../syntax/index.ts';
import { type Collection, type Entry, type Leaf, NOTHING, type Piece, type Span } from './Piece.ts';
import { partsOf } from './partsOf.ts';

/** A map or a list in brackets, in lines that are indented relative to a column. */
export function readFlow(text: string, node: MapNode | ListNode, column: number): Collection {
  const parts = partsOf(node);
  const first = parts[0]?.start ?? node.end;
  let place = first;
  const slots = parts.map((part): Entry => {
    const lead = span(text, place, part.start, column);
    place = part.end;
    const key = part.keyNode?.end ?? part.start;
    const value = part.value === null ? null : readInFlow(text, part.value, column);
    return {
      kind: 'entry',
      name: part.name,
      lead,
      key: span(text, part.start, key, column),
      sep: span(text, key, part.value?.start ?? part.end, column),
      value,
      tail: NOTHING,
      body: span(text, part.start, part.end, column),
      at: { start: part.start, end: part.end },
    };
  });
  const whole = span(text, node.start, node.end, column);
  const open = span(text, node.start, first, column);
  const close = parts.length === 0 ? NOTHING : span(text, place, node.end, column);
  const at = { start: node.start, end: node.end };
  return {
    kind: node.kind,
    style: 'flow',
    span: whole,
    isWhole: true,
    at,
    slots,
    indent: 0,
    isInline: false,
    open,
    close,
    trail: NOTHING,
  };
}

/** A value in brackets or one that is taken whole. */
export function readInFlow(text: string, node: SyntaxNode, column: number): Piece {
  return isPlain(node) ? readFlow(text, node, column) : readLeaf(text, node, column);
}

function readLeaf(text: string, node: SyntaxNode, column: number): Leaf {
  const isScalar = node.kind === 'scalar' && node.anchor === null && node.tag === null;
  const meaning = isScalar ? JSON.stringify(node.value) : null;
  return {
    kind: 'leaf',
    span: span(text, node.start, node.end, column),
    meaning,
    at: { start: node.start, end: node.end },
  };
}

/** Whether a collection can be taken apart: an anchor, a tag, a key that is no scalar or one written twice keeps it whole. */
export function isPlain(node: SyntaxNode): node is MapNode | ListNode {
  if (node.kind === 'list') return node.anchor === null && node.tag === null;
  if (node.kind !== 'map' || node.anchor !== null || node.tag !== null) return false;
  const keys = new Set(node.entries.map(({ key }) => key));
  return keys.size === node.entries.length && node.entries.every(({ keyNode }) => keyNode.kind === 'scalar');
}

/** A part of a text whose first line continues where something else ends. */
export function span(text: string, start: number, end: number, column: number): Span {
  return { text: text.slice(start, Math.max(start, end)), column };
}

/** Whole lines of a text. */
export function linesOf(text: string, start: number, end: number, column: number): Span {
  return { text: text.slice(start, Math.max(start, end)), column, isLines: true };
}
