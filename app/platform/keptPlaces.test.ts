import { beforeEach, expect, it, vi } from 'vitest';
import { readKeptPlaces, writeKeptPlaces } from './keptPlaces.ts';

const places = (path: string, width = 1) => ({
  path,
  shape: 'right\na',
  placements: [['a'.repeat(width), { x: 0, y: 0, width: 216, height: 60 }] as const],
  lanes: [],
});

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('gives back what was written, the newest files as far as there is room', () => {
  writeKeptPlaces([places('new'), places('large', 600_000), places('old')]);
  expect(readKeptPlaces()).toEqual([places('new')]);
  writeKeptPlaces(Array.from({ length: 12 }, (_, index) => places(`${index}`)));
  expect(readKeptPlaces().map(({ path }) => path)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
});

it('leaves out what makes no sense', () => {
  for (const text of ['', '{', 'null', '[null, {"path":"a","shape":"b","placements":[null],"lanes":[]}]']) {
    kept.set('signalbox:places', text);
    expect(readKeptPlaces()).toEqual([]);
  }
});
