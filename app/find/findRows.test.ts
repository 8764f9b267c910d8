import { expect, it } from 'vitest';
import { analyze } from '#engine';
import { readQuery, searchPart } from '#engine/search';
import { planReplace, type ReplacePlan } from './FindTree.tsx';
import { type FindRow, keyOf, toFindRows } from './findRows.ts';
import type { FoundFile } from './searchFiles.ts';

const TEXT = `name: Say it
tasks:
  - id: say # say more
    name: Say hello
    type: basic
    with: { prompt: "A long text before it all, say it", items: [say] }
`;

function find(text: string, word: string, isRead = true): FoundFile {
  const search = readQuery({ text: word, matchesCase: false, isWholeWord: false, isPattern: false });
  if (!search.ok) throw new Error(search.error);
  const { matches } = searchPart(text, search.value);
  const syntax = isRead ? analyze('a.yaml', text).syntax : null;
  return { path: 'a.yaml', text, syntax, matches, count: matches.length };
}

const NONE = { closed: new Set<string>(), dismissed: new Set<string>() };

function sayRow(row: FindRow): string {
  if (row.kind === 'file') return `${row.path} ${row.count}`;
  if (row.kind === 'owner') return `- ${row.owner?.kind ?? 'lines'} ${row.owner?.name ?? ''} ${row.count}`;
  return `-- ${row.field}: ${row.before}[${row.found}]${row.after}`;
}

it('groups places by file and task, and names the field of each', () => {
  expect(toFindRows([find(TEXT, 'say')], NONE).map(sayRow)).toEqual([
    'a.yaml 6',
    '- workflow Say it 1',
    '-- name: [Say] it',
    '- task Say hello 5',
    '-- id: [say]',
    '-- comment: id: say # [say] more',
    '-- name: [Say] hello',
    '-- with.prompt: …ore it all, [say] it',
    '-- with.items.0: [say]',
  ]);
});

it('keeps what is closed or left out to itself, and counts without it', () => {
  const file = find(TEXT, 'say');
  const [first] = file.matches;
  if (!first) throw new Error('found nothing');
  const dismissed = new Set([keyOf('a.yaml', first)]);
  expect(toFindRows([file], { closed: new Set(), dismissed })[0]).toMatchObject({ count: 5 });
  expect(toFindRows([file], { closed: new Set(['a.yaml']), dismissed })).toHaveLength(1);
  const all = new Set(file.matches.map((match) => keyOf('a.yaml', match)));
  expect(toFindRows([file], { closed: new Set(), dismissed: all })).toEqual([]);
});

it('says the line where a file could not be read', () => {
  expect(toFindRows([find(TEXT, 'hello', false)], NONE).map(sayRow)).toEqual([
    'a.yaml 1',
    '- lines  1',
    '-- line 4: name: Say [hello]',
  ]);
});

function plan(text: string, word: string, replacement: string, isRead = true): ReplacePlan | undefined {
  const files = [find(text, word, isRead)];
  return planReplace(files, { isPattern: false, replacement, dismissed: new Set() }).get('a.yaml');
}

it('plans to replace what is listed, and says why a file is left as it is', () => {
  expect(plan(TEXT, 'hello', 'goodbye')).toMatchObject({
    count: 1,
    problem: null,
    change: { edits: [{ text: 'goodbye' }] },
  });
  expect(plan('a: [1]\n', ']', '')).toMatchObject({ count: 0, change: null });
  expect(plan('a: [1]\n', ']', '')?.problem).toContain('could not be read');
  expect(plan(TEXT, 'hello', 'x', false)?.problem).toContain('Open it first');
});

it('leaves what was taken off the list as it is', () => {
  const file = find(TEXT, 'say');
  const [first] = file.matches;
  if (!first) throw new Error('found nothing');
  const dismissed = new Set([keyOf('a.yaml', first)]);
  const planned = planReplace([file], { isPattern: false, replacement: 'tell', dismissed }).get('a.yaml');
  expect(planned).toMatchObject({ count: 5, problem: null });
  expect(planned?.change?.type === 'edit' && planned.change.edits.some(({ start }) => start === first.start)).toBe(
    false,
  );
});
