import { describe, expect, it } from 'vitest';
import { isLongerThan, jsonPieces, shownJsonPieces, textPieces } from './pieces.ts';
import { previewOf } from './valueRows.ts';

describe('textPieces', () => {
  it('gives all of a text, in pieces of bounded length that end at lines', () => {
    const text = Array.from({ length: 4_000 }, (_, index) => `line ${index} of a long answer`).join('\n');
    const pieces = [...textPieces(text)];
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8_000);
    expect(pieces.join('\n')).toBe(text);
  });

  it('breaks a line that is too long at a word, and a word that is too long anywhere', () => {
    const words = 'word '.repeat(5_000);
    expect([...textPieces(words)].join('')).toBe(words);
    expect([...textPieces(words)].every((piece) => piece.startsWith('word'))).toBe(true);
    const one = 'x'.repeat(20_001);
    expect([...textPieces(one)].join('')).toBe(one);
  });
});

describe('jsonPieces', () => {
  it('writes what JSON.stringify writes, in pieces that end at lines', () => {
    const value = {
      none: {},
      empty: [],
      'odd "key"': [1, null, true, 'a\nb', { deep: [{ x: 1 }, []] }],
      rows: Array.from({ length: 3_000 }, (_, id) => ({ id, name: `row ${id}` })),
    };
    const pieces = [...jsonPieces(value)];
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join('\n')).toBe(JSON.stringify(value, null, 2));
    expect([...jsonPieces('text')]).toEqual(['"text"']);
    expect([...jsonPieces([])]).toEqual(['[]']);
  });
});

describe('shownJsonPieces', () => {
  it('cuts a text inside that is longer than a piece', () => {
    const value = { a: 'x'.repeat(30_000), b: 1 };
    const pieces = [...shownJsonPieces(value)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8_000);
    expect(pieces.join('').replaceAll('\n', '')).toBe(JSON.stringify(value, null, 2).replaceAll('\n', ''));
  });
});

describe('what is shown of a text that turns others around', () => {
  const value = { 'a\u2066b': 'abc \u202e drawer', family: '👨\u200d👩' };

  it('is JSON of the same, with the marks written out', () => {
    const shown = [...shownJsonPieces(value)].join('\n');
    expect(shown).toContain('"abc \\u202e drawer"');
    expect(shown).toContain('"a\\u2066b"');
    expect(shown).toContain('👨\u200d👩');
    expect(JSON.parse(shown)).toEqual(value);
  });

  it('is copied as it is', () => {
    expect([...jsonPieces(value)].join('\n')).toBe(JSON.stringify(value, null, 2));
  });

  it('is written out in the line of a tree, too', () => {
    expect(previewOf('abc \u202e drawer')).toBe('"abc \\u202e drawer"');
  });
});

describe('isLongerThan', () => {
  it('tells long values from short ones', () => {
    expect(isLongerThan({ a: 'short' }, 400)).toBe(false);
    expect(isLongerThan({ a: 'long'.repeat(200) }, 400)).toBe(true);
    expect(
      isLongerThan(
        Array.from({ length: 1_000_000 }, (_, index) => index),
        400,
      ),
    ).toBe(true);
    expect(isLongerThan(null, 0)).toBe(true);
  });
});
