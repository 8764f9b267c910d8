import { expect, test } from 'vitest';
import { analyze, type Graph } from '#engine';
import { describeLarge, nameDocument } from './LargeNotice.tsx';

const graph = { edges: { length: 6084 } } as Graph;

test('says what is shown differently in a workflow that is too dense, and nothing where all is drawn with care', () => {
  const [plain, thinned] = [/too dense to arrange automatically/, /^Not all of its 6,084 connections are drawn/];
  expect(describeLarge({ isPlain: false, graph }, false)).toBeNull();
  expect(describeLarge({ isPlain: true, graph }, false)).toMatch(plain);
  expect(describeLarge({ isPlain: false, graph }, true)).toMatch(thinned);
  expect(describeLarge({ isPlain: true, graph }, true)).toBe(
    'This workflow is too dense to arrange automatically. A plain arrangement is shown. Not all of its 6,084 connections are drawn. Select a task to see its own.',
  );
});

const name = (path: string, text: string) => nameDocument(path, analyze(path, text));

test('a document is another one where its path or its id is, and the same one after an edit', () => {
  const own = name('a.yaml', 'id: one\ntasks: []\n');
  expect(name('a.yaml', 'id: one\ntasks: [{id: a, type: basic}]\n')).toBe(own);
  expect(name('a.yaml', 'id: two\ntasks: []\n')).not.toBe(own);
  expect(name('b.yaml', 'id: one\ntasks: []\n')).not.toBe(own);
});
