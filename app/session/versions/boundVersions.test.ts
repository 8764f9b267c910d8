import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { VersionRecord } from '../../platform/versions/index.ts';
import { boundVersions, sizeOf } from './boundVersions.ts';
import { keepTexts, readVersions } from './keptVersions.ts';
import { packVersions, unpackVersions, type Version } from './packVersions.ts';

vi.mock(import('./boundVersions.ts'), async (original) => ({ ...(await original()), MOST_ON_DEVICE: 250 }));

/** Ten characters that are in no other version. */
const version = (mark: string, at: number, name: string | null = null): Version => {
  return { id: mark, at, reason: 'run', name, text: mark.padEnd(10, mark) };
};

function recordOf(path: string, ...versions: readonly Version[]): readonly [string, VersionRecord] {
  const record = packVersions(path, versions, null);
  if (record === null) throw new Error('No version.');
  return [path, record];
}

it('lets the oldest versions of all files go, but no named one and no newest one', () => {
  const records = new Map([
    recordOf('a', version('5', 5), version('3', 3), version('1', 1)),
    recordOf('b', version('4', 4), version('2', 2), version('0', 0, 'first')),
    recordOf('gone', version('7', -1)),
  ]);
  expect(boundVersions(records, 70)).toEqual(new Map());
  const bounded = boundVersions(records, 69);
  const left = [...bounded].map(([path, record]) => [path, unpackVersions(record).map(({ id }) => id)]);
  expect(left).toEqual([['a', ['5', '3']]]);
  const all = boundVersions(records, 1);
  expect([...all].map(([path, record]) => [path, unpackVersions(record).map(({ id, text }) => id + text)])).toEqual([
    ['a', ['5' + '5'.repeat(10)]],
    ['b', ['4' + '4'.repeat(10), '0' + '0'.repeat(10)]],
  ]);
});

it('takes no version for one of another file that has its id', () => {
  const records = new Map([
    recordOf('a', version('3', 3), version('1', 1)),
    recordOf('a-2', version('3', 3), version('1', 1, 'named')),
  ]);
  const left = [...boundVersions(records, 35)].map(([path, record]) => [path, record.versions.map(({ id }) => id)]);
  expect(left).toEqual([['a', ['3']]]);
});

it('counts what a version before one holds once that is gone', () => {
  const [, record] = recordOf('a', version('3', 3), version('2', 2), version('1', 1, 'named'));
  expect(sizeOf(record)).toBe(30);
  const one = boundVersions(new Map([['a', record]]), 25).get('a');
  expect(one && [sizeOf(one), unpackVersions(one).map(({ id }) => id)]).toEqual([20, ['3', '1']]);
});

const text = (mark: string): string => `${mark.repeat(99)}\n`;
const texts = async (path: string) => (await readVersions(path)).map((kept) => kept.text);

it('holds what is kept on this device to its bound, over all files', async () => {
  await keepTexts([
    { path: 'a.yaml', text: text('a'), reason: 'run' },
    { path: 'a.yaml', text: text('b'), reason: 'run' },
    { path: 'b.yaml', text: text('c'), reason: 'run' },
  ]);
  expect([await texts('a.yaml'), await texts('b.yaml')]).toEqual([[text('b')], [text('c')]]);
});
