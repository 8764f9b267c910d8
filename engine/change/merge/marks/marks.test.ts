import { describe, expect, test } from 'vitest';
import { mergeMarked } from '../mergeMarked.ts';
import { mergeTexts } from '../mergeTexts.ts';
import { readMarked } from './readMarked.ts';
import { writeMarked } from './writeMarked.ts';

const BASE = 'tasks:\n  - id: a\n    type: basic\n    with: { x: 1, y: 1 }\n    name: A\n';
const OURS = BASE.replace('x: 1', 'x: 2').replace('name: A', 'name: B');
const THEIRS = BASE.replace('x: 1', 'x: 3').replace('y: 1', 'y: 3');
const { segments } = mergeTexts({ base: BASE, ours: OURS, theirs: THEIRS });

test('only the lines in which the sides differ stand between markers', () => {
  expect(writeMarked(segments)).toBe(
    'tasks:\n  - id: a\n    type: basic\n<<<<<<< ours\n    with: { x: 2, y: 3 }\n=======\n    with: { x: 3, y: 3 }\n>>>>>>> theirs\n    name: B\n',
  );
  expect(writeMarked(segments, { size: 9, hasBase: true })).toContain(
    '||||||||| base\n    with: { x: 1, y: 3 }\n=========\n',
  );
});

describe('what is written with markers is read as the texts it was made of', () => {
  test.each([7, 11])('with markers of size %i', (size) => {
    const marked = readMarked(writeMarked(segments, { size, hasBase: true }));
    expect(marked?.ours).toBe(BASE.replace('x: 1, y: 1', 'x: 2, y: 3').replace('name: A', 'name: B'));
    expect(marked?.theirs).toBe(BASE.replace('x: 1, y: 1', 'x: 3, y: 3').replace('name: A', 'name: B'));
    expect(marked?.base).toBe(BASE.replace('y: 1', 'y: 3').replace('name: A', 'name: B'));
  });

  test('without the base, with line ends of Windows, and with none at the end', () => {
    const text = writeMarked([{ conflict: 0, base: '', ours: 'a: 1\r\n', theirs: 'a: 2\r\n', both: null }, 'b: 1']);
    expect(text).toBe('<<<<<<< ours\r\na: 1\r\n=======\r\na: 2\r\n>>>>>>> theirs\r\nb: 1');
    expect(readMarked(text)).toMatchObject({ base: null, ours: 'a: 1\r\nb: 1', theirs: 'a: 2\r\nb: 1' });
  });

  test('not where there are no markers, or one is not closed', () => {
    expect(readMarked(BASE)).toBeNull();
    expect(readMarked('<<<<<<< a\nx\n=======\n')).toBeNull();
    expect(readMarked('title: x\n=======\n>>>>>>> y\n')).toBeNull();
  });
});

function line(x: number, y: number): string {
  return `    with: { x: ${x}, y: ${y} }\n`;
}

test('a file that git marked merges by its values, where the base is in it', () => {
  const head = 'tasks:\n  - id: a\n    type: basic\n';
  const diff3 = `${head}<<<<<<< HEAD\n${line(2, 1)}||||||| 1234\n${line(1, 1)}=======\n${line(1, 3)}>>>>>>> topic\n    name: A\n`;
  expect(mergeMarked(diff3)).toMatchObject({ text: `${head}${line(2, 3)}    name: A\n`, conflicts: [] });
  const plain = diff3.replace(/\|{7}[\s\S]*?(?========)/, '');
  expect(mergeMarked(plain)?.conflicts).toMatchObject([{ kind: 'lines', ours: line(2, 1), theirs: line(1, 3) }]);
});
