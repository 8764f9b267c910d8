import { expect, test } from 'vitest';
import { diffLines } from './diffLines.ts';

const SIGNS = { same: ' ', removed: '-', added: '+', gap: '…' } as const;

/** A difference as text, one sign before each line. */
function say(older: string, newer: string): string {
  return diffLines(older, newer)
    .map(({ kind, text }) => SIGNS[kind] + text)
    .join('\n');
}

function longText(mark: string): string {
  return ['same', ...Array.from({ length: 2000 }, (_, index) => `${mark}${index}`)].join('\n');
}

test('equal texts have no difference', () => {
  expect(diffLines('a\nb', 'a\nb')).toEqual([]);
});

test('lines that changed, came and went stand in order among those that are the same', () => {
  expect(say('a\nb\nc', 'a\nx\nc')).toBe(' a\n-b\n+x\n c');
  expect(say('a\nc', 'a\nb\nc')).toBe(' a\n+b\n c');
  expect(say('a\nb\nc\nd\ne', 'b\nc\nX\nd')).toBe('-a\n b\n c\n+X\n d\n-e');
});

test('two changes far apart leave out what lies between and around', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `l${index}`);
  const newer = lines.map((line, index) => (index === 5 || index === 24 ? `${line}!` : line));
  expect(say(lines.join('\n'), newer.join('\n'))).toBe(
    '…\n l2\n l3\n l4\n-l5\n+l5!\n l6\n l7\n l8\n…\n l21\n l22\n l23\n-l24\n+l24!\n l25\n l26\n l27\n…',
  );
});

test('texts too large to be aligned are changed as a whole between what they share', () => {
  const lines = diffLines(longText('a'), longText('b'));
  expect(lines).toHaveLength(4001);
  expect(lines[1]).toEqual({ kind: 'removed', text: 'a0' });
});
