import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { compareDrills, type DrillComparison, type DrilledCells, tellDrills } from './compareDrills.ts';
import { drillText, flow, manyCalls, POST } from './testing.ts';

beforeAll(() => loadPatterns());

/** Drills a text, of which only so many faults are tried. */
async function drillSome(text: string, most = Number.POSITIVE_INFINITY): Promise<DrilledCells> {
  let isWhole = true;
  const { cells } = await drillText(text, {
    onCell: (_, { done, total }) => {
      isWhole = done === total || done < most;
      return isWhole;
    },
  });
  return { cells, isWhole };
}

async function compare(before: string, after: string): Promise<DrillComparison> {
  return compareDrills(await drillSome(before), await drillSome(after));
}

const PLAIN = flow(POST);
const ROUTED = flow(POST, 'on_complete: { next: note }');
const CHARGED = ROUTED.replace('id: a,', 'id: charge,');

test('the same text is nothing worse and nothing better', async () => {
  expect(await compare(ROUTED, ROUTED)).toMatchObject({ worse: [], better: [], isWhole: true });
});

test('faults that lose their way are worse, and those that get one better', async () => {
  const worse = await compare(PLAIN, ROUTED);
  expect(worse.worse.length).toBeGreaterThan(1);
  expect(worse.better).toEqual([]);
  const better = await compare(ROUTED, PLAIN);
  expect(better).toMatchObject({ worse: [] });
  expect(better.better).toHaveLength(worse.worse.length);
  expect(tellDrills(worse)).toContain(
    `New: nothing handles ${worse.worse.filter(({ verdict }) => verdict === 'unhandled').length} faults of “a”.`,
  );
  expect(tellDrills(better)).toContain(`${better.better.length} faults of “a” are handled now.`);
});

test('a task that is only called otherwise is not told as new', async () => {
  const { worse } = await compare(ROUTED, CHARGED);
  expect(worse).toEqual([]);
  const more = `${CHARGED}  - { id: other, type: basic, use: 'core:http', with: { url: 'https://api.example.com' } }\n`;
  expect((await compare(ROUTED, more)).worse.every(({ task }) => task === 'other')).toBe(true);
});

test('what only one of them has tried is not told', async () => {
  const [before, after] = [await drillSome(PLAIN, 1), await drillSome(ROUTED)];
  const { worse, isWhole } = compareDrills(before, after);
  expect(isWhole).toBe(false);
  expect(worse.map(({ fault }) => fault)).toEqual(before.cells.map(({ fault }) => fault));
  // A task that was not there has nothing to be compared with.
  const all = compareDrills({ ...before, cells: [] }, after);
  expect(all.worse.length).toBeGreaterThan(1);
});

test('the tasks that are asked for come first, and the others in the order of the text', async () => {
  const { cells } = await drillText(manyCalls(3), { first: new Set(['a2']) });
  expect([...new Set(cells.map(({ task }) => task))]).toEqual(['a2', 'a0', 'a1']);
});
