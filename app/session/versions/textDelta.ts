import { applyEdits } from '#engine';
import { diffParts } from '#engine/values';
import type { KeptEdit } from '../../platform/versions/index.ts';

/** What makes one text out of another, by whole lines; empty where they are equal. */
export function toDelta(from: string, to: string): readonly KeptEdit[] {
  const edits: KeptEdit[] = [];
  let at = 0;
  let start = 0;
  let text = '';
  const close = (): void => {
    if (at > start || text !== '') edits.push([start, at, text]);
  };
  for (const part of diffParts(linesOf(from), linesOf(to))) {
    if (part.kind === 'added') text += part.text;
    else if (part.kind === 'removed') at += part.text.length;
    else {
      close();
      at += part.text.length;
      start = at;
      text = '';
    }
  }
  close();
  return edits;
}

/** The text that {@link toDelta} was made for. Throws a `RangeError` where the edits are not of this text. */
export function applyDelta(from: string, edits: readonly KeptEdit[]): string {
  return applyEdits(
    from,
    edits.map(([start, end, text]) => ({ start, end, text })),
  );
}

/** Each with its line break; the last has none, and may be empty. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line));
}
