import { expect, it } from 'vitest';
import { readQuery } from '#engine/search';
import { MOST_LISTED, type SearchResult, searchFiles } from './searchFiles.ts';

/** Searches with a clock that goes on by so many ms at each look. */
async function run(
  files: Readonly<Record<string, string>>,
  text: string,
  { step = 0, wants = Number.POSITIVE_INFINITY }: { readonly step?: number; readonly wants?: number } = {},
): Promise<{ readonly reports: readonly SearchResult[]; readonly pauses: number }> {
  const search = readQuery({ text, matchesCase: false, isWholeWord: false, isPattern: false });
  if (!search.ok) throw new Error(search.error);
  const reports: SearchResult[] = [];
  let time = 0;
  let pauses = 0;
  await searchFiles(Object.entries(files), {
    search: search.value,
    isWanted: () => pauses < wants,
    report: (found) => reports.push(found),
    treeOf: () => null,
    pause: async () => void (pauses += 1),
    now: () => (time += step),
  });
  return { reports, pauses };
}

const LARGE = 'a task of many\n'.repeat(20_000);

it('finds in all files, in their order, and leaves out those without', async () => {
  const { reports } = await run({ 'b.yaml': 'a: x', 'a.yaml': 'b: X x', 'c.yaml': 'none: 1' }, 'x');
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    count: 3,
    isDone: true,
    files: [
      { path: 'b.yaml', count: 1 },
      { path: 'a.yaml', matches: [{ start: 3 }, { start: 5 }] },
    ],
  });
});

it('pauses in a large file, says what it has, and ends with all of it', async () => {
  const { reports, pauses } = await run({ 'large.yaml': LARGE }, 'many', { step: 5 });
  expect(pauses).toBeGreaterThan(5);
  expect(reports[0]?.isDone).toBe(false);
  expect(reports[0]?.count).toBeGreaterThan(0);
  expect(reports.at(-1)).toMatchObject({ isDone: true, count: 20_000 });
});

it('lists no more than can be read, and counts the rest', async () => {
  const { reports } = await run({ 'large.yaml': LARGE, 'other.yaml': 'many' }, 'many');
  const [large, other] = reports.at(-1)?.files ?? [];
  expect([large?.matches.length, large?.count]).toEqual([MOST_LISTED, 20_000]);
  expect([other?.matches.length, other?.count]).toEqual([0, 1]);
});

it('ends when something else is looked for', async () => {
  const { reports, pauses } = await run({ 'large.yaml': LARGE }, 'many', { step: 10, wants: 2 });
  expect(pauses).toBe(2);
  expect(reports.at(-1)?.isDone).toBe(false);
});
