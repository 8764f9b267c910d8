import { expect, test } from 'vitest';
import type { Diagnostic, TextEdit } from '#engine';
import { fixesOfKind } from './ProblemsList.tsx';

const finding = (code: string, ...fixes: readonly (readonly TextEdit[])[]): Diagnostic => ({
  code,
  severity: 'warning',
  path: [],
  range: { start: 0, end: 0 },
  message: 'Odd.',
  fixes: fixes.map((edits, index) => ({ title: `Fix ${index}`, edits })),
});
const at = (start: number): readonly TextEdit[] => [{ start, end: start + 2, text: 'x' }];

test('findings of one kind are mended together, in the order of the text', () => {
  expect(fixesOfKind([finding('A', at(10)), finding('B', at(5)), finding('A', at(2))])).toEqual([
    { code: 'A', count: 2, edits: [...at(2), ...at(10)] },
  ]);
});

test('what would touch the same text, or leaves a choice, is left for later', () => {
  expect(fixesOfKind([finding('A', at(1)), finding('A', at(2)), finding('A', at(9), at(20))])).toEqual([]);
  expect(fixesOfKind([finding('A', at(1)), finding('A', at(2)), finding('A', at(9))])).toEqual([
    { code: 'A', count: 2, edits: [...at(1), ...at(9)] },
  ]);
});

test('of two that add the same key one is made', () => {
  const adding = (start: number, ...adds: readonly string[]): Diagnostic => ({
    ...finding('A'),
    fixes: [{ title: 'Rename', edits: at(start), adds }],
  });
  expect(fixesOfKind([adding(1, 'x'), adding(5, 'x'), adding(9, 'x', 'y'), adding(13, 'y')])).toEqual([
    { code: 'A', count: 2, edits: [...at(1), ...at(13)] },
  ]);
});
