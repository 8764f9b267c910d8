import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines } from './diffLines.ts';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function show(lines: readonly DiffLine[]): string[] {
  return lines.map((line) => (line.kind === 'skipped' ? `@${line.count}` : SIGNS[line.kind] + line.text));
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
