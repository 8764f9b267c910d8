import {
  columnOf,
  isFirstOnLine,
  type ListNode,
  type MapNode,
  partEnd,
  type Syntax,
  type SyntaxNode,
} from '../../../syntax/index.ts';
import { type NodePart, partsOf } from './nameItems.ts';
import { type Collection, type Entry, type Leaf, NOTHING, type Piece, type Span } from './Piece.ts';

/** A document: what is written before its value, the value, and what follows it. Null where it has no map or list to take apart. */
export interface PieceDocument {
  readonly head: string;
  readonly root: Collection;
}

/** Takes a text apart. The characters of all parts, in order, are the text again. Its lines end with `\n`, the last one too. */
export function readPieces({ text, root, errors }: Syntax): PieceDocument | null {
  if (root === null || errors.some(({ severity }) => severity === 'error') || !isPlain(root)) return null;
  const mark = /^(?:\ufeff)?(?:%[^\n]*\n|[ \t]*(?:#[^\n]*)?\n)*---[^\n]*\n/.exec(text.slice(0, root.start));
  const head = mark?.[0] ?? (text.startsWith('\ufeff') ? '\ufeff' : '');
  if (root.style === 'flow') {
    const flow = readFlow(text, root, 0);
    return { head: text.slice(0, root.start), root: { ...flow, trail: span(text, root.end, text.length, 0) } };
  }
  if (!isFirstOnLine(text, root.start)) return null;
  const piece = readBlock(text, root, { from: head.length, to: text.length, around: 0 });
  return { head, root: piece };
}

/** Where the lines of a block collection begin and end, and the column of what holds it. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly around: number;
}

/** Its parts are read when they are asked for: most of a text is the same in all three. */
function readBlock(text: string, node: MapNode | ListNode, region: Region): Collection {
  const { from, to, around } = region;
  const [first] = node.kind === 'map' ? node.entries : node.items;
  const column = columnOf(text, first?.start ?? node.start);
  const isInline = !isFirstOnLine(text, node.start);
  const whole = isInline ? span(text, node.start, to, column) : linesOf(text, from, to, column);
  let parts: readonly NodePart[] | null = null;
  const readParts = (): readonly NodePart[] => {
    parts ??= partsOf(node);
    return parts;
  };
  let slots: readonly Entry[] | null = null;
  return {
    kind: node.kind,
    style: 'block',
    span: whole,
    isWhole: true,
    at: { start: node.start, end: node.end },
    get slots() {
      slots ??= readSlots(text, readParts(), { from, to, column, isInline });
      return slots;
    },
    indent: column - around,
    isInline,
    open: NOTHING,
    close: NOTHING,
    get trail() {
      const last = readParts().at(-1);
      return linesOf(text, last === undefined ? from : endOfLine(text, partEnd(text, last), to), to, column);
    },
  };
}

interface Lines {
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly isInline: boolean;
}

function readSlots(text: string, parts: readonly NodePart[], { from, to, column, isInline }: Lines): readonly Entry[] {
  let place = from;
  return parts.map((part, index): Entry => {
    const begin = part.start;
    const lead = isInline && index === 0 ? NOTHING : linesOf(text, place, begin - column, column);
    const end = endOfLine(text, partEnd(text, part), to);
    const pieces =
      part.keyNode === null
        ? readItem(text, part, { end, column })
        : readEntry(text, { key: part.keyNode.end, start: begin, value: part.value }, { end, column });
    place = end;
    return {
      kind: 'entry',
      name: part.name,
      lead,
      ...pieces,
      body: span(text, begin, end, column),
      at: { start: begin, end: part.end },
    };
  });
}

function endOfLine(text: string, end: number, to: number): number {
  const next = text.indexOf('\n', end);
  return next < 0 ? to : Math.min(next + 1, to);
}

type Parts = Pick<Entry, 'key' | 'sep' | 'value' | 'tail'>;

interface PartEnd {
  /** Behind the last line of the part. */
  readonly end: number;
  readonly column: number;
}

interface Written {
  readonly start: number;
  readonly value: SyntaxNode | null;
}

function readEntry(text: string, part: Written & { readonly key: number }, place: PartEnd): Parts {
  const colon = text.indexOf(':', part.key) + 1;
  return {
    key: span(text, part.start, part.key, place.column),
    ...readValue(text, { from: part.key, colon, value: part.value }, place),
  };
}

function readItem(text: string, part: Written, place: PartEnd): Parts {
  const dash = part.start + 1;
  const key = span(text, part.start, dash, place.column);
  return { key, ...readValue(text, { from: dash, colon: dash, value: part.value }, place) };
}

interface ValuePlace {
  readonly value: SyntaxNode | null;
  /** Behind the key or the dash. */
  readonly from: number;
  /** Behind the colon. */
  readonly colon: number;
}

function readValue(text: string, { from, colon, value }: ValuePlace, { end, column }: PartEnd): Omit<Parts, 'key'> {
  if (value === null) return { sep: span(text, from, colon, column), value, tail: span(text, colon, end, column) };
  if (!isPlain(value) || value.style === 'flow') {
    const sep = span(text, from, value.start, column);
    return { sep, value: readInFlow(text, value, column), tail: span(text, value.end, end, column) };
  }
  const isInline = !isFirstOnLine(text, value.start);
  const start = isInline ? value.start : text.indexOf('\n', colon) + 1;
  const piece = readBlock(text, value, { from: start, to: end, around: column });
  return { sep: span(text, from, start, column), value: piece, tail: NOTHING };
}

/** A map or a list in brackets, in lines that are indented relative to a column. */
function readFlow(text: string, node: MapNode | ListNode, column: number): Collection {
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
function readInFlow(text: string, node: SyntaxNode, column: number): Piece {
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
function isPlain(node: SyntaxNode): node is MapNode | ListNode {
  if (node.kind === 'list') return node.anchor === null && node.tag === null;
  if (node.kind !== 'map' || node.anchor !== null || node.tag !== null) return false;
  const keys = new Set(node.entries.map(({ key }) => key));
  return keys.size === node.entries.length && node.entries.every(({ keyNode }) => keyNode.kind === 'scalar');
}

/** A part of a text whose first line continues where something else ends. */
function span(text: string, start: number, end: number, column: number): Span {
  return { text: text.slice(start, Math.max(start, end)), column };
}

/** Whole lines of a text. */
function linesOf(text: string, start: number, end: number, column: number): Span {
  return { text: text.slice(start, Math.max(start, end)), column, isLines: true };
}
