import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines } from './diffLines.ts';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function show(lines: readonly DiffLine[]): string[] {
  return lines.map((line) => (line.kind === 'skipped' ? `@${line.count}` : SIGNS[line.kind] + line.text));
}

function longText(mark: string): string {
  return ['same', ...Array.from({ length: 2001 }, (_, index) => `${mark}${index}`)].join('\n');
}

/** Whether lines are those of a text, whose last line end may be left out. */
function isSame(lines: readonly string[], text: string): boolean {
  return [lines, [...lines, '']].some((all) => all.join('\n') === text);
}

describe('a diff of two texts by lines', () => {
  it('shows what went, what came, and some lines around', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng';
    expect(show(diffLines(before, 'a\nb\nc\nd\nE\nf\nnew\ng', 1))).toEqual([
      '@3',
      ' d',
      '-e',
      '+E',
      ' f',
      '+new',
      ' g',
    ]);
    expect(show(diffLines('x', 'x'))).toEqual(['@1']);
    expect(show(diffLines('x\ny\n', 'x\nz\n'))).toEqual([' x', '-y', '+z']);
    expect(show(diffLines('x', 'x\n'))).toEqual([' x', '+']);
    expect(show(diffLines('', 'x\ny', 3))).toEqual(['-', '+x', '+y']);
  });

  it('keeps what changed, came and went in order among the equal lines', () => {
    expect(show(diffLines('a\nb\nc', 'a\nx\nc'))).toEqual([' a', '-b', '+x', ' c']);
    expect(show(diffLines('a\nc', 'a\nb\nc'))).toEqual([' a', '+b', ' c']);
    expect(show(diffLines('a\nb\nc\nd\ne', 'b\nc\nX\nd'))).toEqual(['-a', ' b', ' c', '+X', ' d', '-e']);
  });

  it('leaves out what lies between and around two changes far apart', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `l${index}`);
    const newer = lines.map((line, index) => (index === 5 || index === 24 ? `${line}!` : line));
    expect(show(diffLines(lines.join('\n'), newer.join('\n'))).join()).toBe(
      '@2, l2, l3, l4,-l5,+l5!, l6, l7, l8,@12, l21, l22, l23,-l24,+l24!, l25, l26, l27,@2',
    );
  });

  it('shows texts too large to be aligned as replaced whole between what they share', () => {
    const lines = diffLines(longText('a'), longText('b'));
    expect(lines).toHaveLength(4003);
    expect(lines[1]).toEqual({ kind: 'removed', text: 'a0' });
  });

  it('gives both texts back, whatever they are', () => {
    const text = array(constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
    assert(
      property(text, text, (before, after) => {
        const lines = diffLines(before, after, 1000);
        const side = (other: 'added' | 'removed') =>
          lines.flatMap((line) => (line.kind === 'skipped' || line.kind === other ? [] : [line.text]));
        const hasChange = before !== after;
        return !hasChange || (isSame(side('added'), before) && isSame(side('removed'), after));
      }),
    );
  });
});
