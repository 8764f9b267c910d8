import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns } from '../testing/index.ts';
import {
  applyEdits,
  composeEdits,
  createLineIndex,
  invertEdits,
  mapOffset,
  minimalEdits,
  type TextEdit,
} from './index.ts';

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀', ' '), maxLength: 30 });

/** Sorted, disjoint edits of a text of the length given. */
function editsOf(length: number): fc.Arbitrary<TextEdit[]> {
  const cuts = fc.array(fc.nat({ max: length }), { maxLength: 8 }).map((places) => places.sort((a, b) => a - b));
  return fc.tuple(cuts, fc.array(texts, { minLength: 4, maxLength: 4 })).map(([places, inserted]) => {
    const edits: TextEdit[] = [];
    for (let index = 0; index + 1 < places.length; index += 2) {
      edits.push({ start: places[index] ?? 0, end: places[index + 1] ?? 0, text: inserted[index / 2] ?? '' });
    }
    return edits;
  });
}

const edited = texts.chain((text) => fc.tuple(fc.constant(text), editsOf(text.length)));

describe('edits', () => {
  test('are undone by their inverse', () => {
    fc.assert(
      fc.property(edited, ([text, edits]) => {
        const after = applyEdits(text, edits);
        expect(applyEdits(after, invertEdits(text, edits))).toBe(text);
      }),
      { numRuns: numRuns(100) },
    );
  });

  test('of two steps do the same as one list', () => {
    const steps = edited.chain(([text, first]) =>
      fc.tuple(fc.constant(text), fc.constant(first), editsOf(applyEdits(text, first).length)),
    );
    fc.assert(
      fc.property(steps, ([text, first, second]) => {
        expect(applyEdits(text, composeEdits(first, second))).toBe(applyEdits(applyEdits(text, first), second));
      }),
      { numRuns: numRuns(1000) },
    );
  });

  test('move an offset along with its character', () => {
    fc.assert(
      fc.property(edited, fc.nat(), ([text, edits], pick) => {
        const offset = pick % (text.length + 1);
        const isUntouched = edits.every((edit) => offset < edit.start || offset >= edit.end);
        const after = applyEdits(text, edits);
        const moved = mapOffset(edits, offset, 1);
        expect(mapOffset(edits, offset, -1)).toBeLessThanOrEqual(moved);
        if (isUntouched)
          expect(after.slice(moved)).toBe(
            applyEdits(text, edits).slice(after.length - lengthBehind(text, edits, offset)),
          );
      }),
      { numRuns: numRuns(100) },
    );
  });

  test('that are unsorted, overlap or lie outside are a bug of the caller', () => {
    expect(() => applyEdits('abc', [{ start: 2, end: 4, text: '' }])).toThrow(RangeError);
    expect(() =>
      applyEdits('abc', [
        { start: 1, end: 2, text: '' },
        { start: 0, end: 1, text: '' },
      ]),
    ).toThrow(RangeError);
  });
});

/** Characters of the edited text that come from behind an untouched offset. */
function lengthBehind(text: string, edits: readonly TextEdit[], offset: number): number {
  const behind = edits.filter((edit) => edit.start > offset);
  return text.length - offset + behind.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
}

describe('minimalEdits', () => {
  test('leaves out what both texts share and splits no character', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const edits = minimalEdits(before, after);
        expect(applyEdits(before, edits)).toBe(after);
        for (const { start, end, text } of edits) {
          expect([before.slice(start, end), text].filter((part) => /[\ud800-\udfff]/u.test(part))).toEqual([]);
        }
      }),
      { numRuns: numRuns(100) },
    );
    expect(minimalEdits('a😀b', 'a😁b')).toEqual([{ start: 1, end: 3, text: '😁' }]);
    expect(minimalEdits('aa', 'aaa')).toEqual([{ start: 2, end: 2, text: 'a' }]);
  });
});

describe('createLineIndex', () => {
  test('finds each offset again from its line and column', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const index = createLineIndex(text);
        for (let offset = 0; offset <= text.length; offset += 1) {
          if (text[offset - 1] === '\r') continue;
          expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
        }
      }),
      { numRuns: numRuns(100) },
    );
  });

  test('counts from 1, ends lines with LF, CRLF or CR, and keeps columns on their line', () => {
    const index = createLineIndex('ab\r\nc\rd\n');
    expect(index.lineCount).toBe(4);
    expect(index.positionAt(4)).toEqual({ line: 2, column: 1 });
    expect(index.positionAt(99)).toEqual({ line: 4, column: 1 });
    expect(index.offsetAt({ line: 1, column: 99 })).toBe(2);
    expect(index.offsetAt({ line: 3, column: 99 })).toBe(7);
    expect(index.offsetAt({ line: 9, column: 1 })).toBe(8);
  });
});
