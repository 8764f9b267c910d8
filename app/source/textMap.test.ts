import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '#engine';
import { numRuns } from '#engine/testing';
import { lineEdits } from './lineEdits.ts';
import { createTextMap, toModelText } from './textMap.ts';

const range = (startLineNumber: number, startColumn: number, endLineNumber: number, endColumn: number) => ({
  startLineNumber,
  startColumn,
  endLineNumber,
  endColumn,
});

describe('a text beside its model', () => {
  it('shows neither byte order mark nor carriage returns', () => {
    expect(createTextMap('\ufeffa\r\nb\rc\nd').modelText).toBe('a\nb\nc\nd');
  });

  it('types line breaks as those around are', () => {
    const map = createTextMap('\ufeffa: 1\r\nb: 2\nc: 3');
    expect(applyEdits(map.text, [map.toEdit(range(1, 5, 1, 5), '\nx: 9')])).toBe('\ufeffa: 1\r\nx: 9\r\nb: 2\nc: 3');
    expect(applyEdits(map.text, [map.toEdit(range(2, 5, 2, 5), '\ny: 9')])).toBe('\ufeffa: 1\r\nb: 2\ny: 9\nc: 3');
    expect(applyEdits(map.text, [map.toEdit(range(3, 5, 3, 5), '\nz: 9')])).toBe('\ufeffa: 1\r\nb: 2\nc: 3\nz: 9');
  });

  it('takes a whole line break away', () => {
    const map = createTextMap('a\r\nb');
    expect(applyEdits(map.text, [map.toEdit(range(1, 2, 2, 1), '')])).toBe('ab');
  });

  it('keeps the byte order mark when all is replaced', () => {
    const map = createTextMap('\ufeffa\r\nb');
    expect(applyEdits(map.text, [map.toEdit(range(1, 1, 2, 2), 'x')])).toBe('\ufeffx');
  });

  it('agrees with the model after any edit', () => {
    const text = fc
      .array(fc.constantFrom('a', 'bc', ' ', '\n', '\r\n', '\r', '😀'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.boolean(), text, text, fc.nat(), fc.nat(), (hasMark, body, typed, a, b) => {
        const map = createTextMap(`${hasMark ? '\ufeff' : ''}${body}`);
        const { modelText } = map;
        const [start, end] = [a % (modelText.length + 1), b % (modelText.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const place = (offset: number) => {
          const lines = modelText.slice(0, offset).split('\n');
          return { lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
        };
        const [from, to] = [place(start), place(end)];
        const edit = map.toEdit(range(from.lineNumber, from.column, to.lineNumber, to.column), toModelText(typed));
        const expected = modelText.slice(0, start) + toModelText(typed) + modelText.slice(end);
        const next = applyEdits(map.text, [edit]);
        // A lone CR that is now before an LF is one break with it: the pane then takes the text over as it is.
        if (
          !/\r\n/.test(next.slice(Math.max(0, edit.start - 1), edit.start + edit.text.length + 1)) ||
          !body.includes('\r')
        )
          expect(toModelText(next)).toBe(expected);
        expect(map.toPosition(map.toOffset(from))).toEqual(from);
      }),
      { numRuns: numRuns(2000) },
    );
  });
});

describe('line edits', () => {
  it('keep changes in several lines apart', () => {
    expect(lineEdits('id: a\nx: 1\nnext: a\n', 'id: bb\nx: 1\nnext: bb\n')).toEqual([
      { start: 4, end: 5, text: 'bb' },
      { start: 17, end: 18, text: 'bb' },
    ]);
  });

  it('give the text after, whatever changed', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyEdits(before, lineEdits(before, after))).toBe(after);
      }),
      { numRuns: numRuns(2000) },
    );
  });
});
