import type { Collection, Entry, Piece, Slot } from '../pieces/Piece.ts';
import { shiftSpan } from '../pieces/shiftSpan.ts';
import type { Segment } from './Segment.ts';

/** Writes a document out: its characters, and where a choice decides, its answers. */
export function writePieces(head: string, root: Collection): readonly Segment[] {
  const writer = new Writer();
  writer.add(head);
  writer.writePiece(root, 0);
  if (root.style === 'flow') writer.add(root.trail.text);
  return writer.segments;
}

class Writer {
  readonly segments: Segment[] = [];

  add(text: string): void {
    const last = this.segments.at(-1);
    if (typeof last === 'string') this.segments[this.segments.length - 1] = last + text;
    else if (text !== '') this.segments.push(text);
  }

  /** `column` is that of the part which holds the value. */
  writePiece(piece: Piece, column: number): void {
    if (piece.kind === 'leaf') this.add(shiftSpan(piece.span, column));
    else if (piece.kind === 'choice') {
      const { conflict, base, ours, theirs, both } = piece;
      const alone = (it: Piece | null): string =>
        it === null ? '' : writeAlone((writer) => writer.writePiece(it, column));
      const answers = { base: alone(base), ours: alone(ours), theirs: alone(theirs) };
      this.segments.push({ conflict, ...answers, both: both && alone(both) });
    } else if (piece.isWhole && (piece.style === 'flow' ? column : column + piece.indent) === piece.span.column)
      this.add(piece.span.text);
    else if (piece.style === 'flow') this.#writeFlow(piece, column);
    else this.#writeBlock(piece, column + piece.indent);
  }

  #writeFlow({ kind, slots, open, close }: Collection, column: number): void {
    const isEmpty = close.text === '';
    const [opening, closing] = kind === 'map' ? ['{ ', ' }'] : ['[', ']'];
    this.add(isEmpty && slots.length > 0 ? opening : shiftSpan(open, column));
    for (const [index, slot] of slots.entries()) {
      if (slot.kind === 'fork') continue;
      if (index > 0) this.add(slot.lead.text.includes(',') ? shiftSpan(slot.lead, column) : ', ');
      this.#writeBody(slot, column);
    }
    this.add(isEmpty && slots.length > 0 ? closing : shiftSpan(close, column));
  }

  #writeBlock({ slots, isInline, trail }: Collection, column: number): void {
    for (const [index, slot] of slots.entries()) this.writeSlot(slot, { column, isInline: isInline && index === 0 });
    this.add(shiftSpan(trail, column));
  }

  writeSlot(slot: Slot, { column, isInline }: { readonly column: number; readonly isInline: boolean }): void {
    if (slot.kind === 'entry') {
      this.#writeEntry(slot, { column, isInline });
      return;
    }
    if (isInline) this.add('\n');
    const { conflict, base, ours, theirs, both } = slot;
    const alone = (entries: readonly Entry[]): string =>
      writeAlone((writer) => {
        for (const entry of entries) writer.#writeEntry(entry, { column, isInline: false });
      });
    const answers = { base: alone(base), ours: alone(ours), theirs: alone(theirs) };
    this.segments.push({ conflict, ...answers, both: both && alone(both) });
  }

  #writeEntry(entry: Entry, { column, isInline }: { readonly column: number; readonly isInline: boolean }): void {
    const lead = shiftSpan(entry.lead, column);
    if (!isInline) this.add(lead + ' '.repeat(column));
    else if (lead.trim() !== '') this.add(`\n${lead}${' '.repeat(column)}`);
    this.#writeBody(entry, column);
  }

  #writeBody({ key, sep, value, tail }: Entry, column: number): void {
    this.add(shiftSpan(key, column));
    // What begins on the line of its dash begins in the column of its other lines.
    const isInline = value !== null && 'isInline' in value && value.isInline;
    this.add(isInline ? ' '.repeat(Math.max(1, value.indent - key.text.length)) : shiftSpan(sep, column));
    if (value !== null) this.writePiece(value, column);
    this.add(shiftSpan(tail, column));
  }
}

/** What is written by itself, the first answer where it is in question. */
function writeAlone(write: (writer: Writer) => void): string {
  const writer = new Writer();
  write(writer);
  return writer.segments.map((segment) => (typeof segment === 'string' ? segment : segment.ours)).join('');
}
