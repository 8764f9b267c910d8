import { describe, expect, it } from 'vitest';
import { type Delta, readDelta, replayDelta, stashDelta } from './delta.ts';

function delta(base: number, text: string | null, writer = 'me'): Delta {
  return { writer, files: [{ path: 'a', text, base }], layouts: [] };
}

function stored(revision: number, text: string, writer = 'me') {
  return [{ path: 'a', text, revision, writer }];
}

describe('a delta', () => {
  it.each([
    ['the stored text it was made from', delta(3, 'new'), stored(3, 'old'), { a: 'new' }, {}],
    ['a new file', delta(0, 'new'), [], { a: 'new' }, {}],
    ['a deletion', delta(3, null), stored(3, 'old'), { a: null }, {}],
    ['text that was written after all', delta(3, 'new'), stored(4, 'new'), {}, {}],
    ['text its own tab wrote later', delta(3, 'new'), stored(5, 'newest'), {}, {}],
    ['text its own tab was still writing', { ...delta(3, 'new'), highest: 4 }, stored(4, 'older'), { a: 'new' }, {}],
    ['text its own tab wrote after that', { ...delta(3, 'new'), highest: 4 }, stored(5, 'newest'), {}, {}],
    ['text another tab wrote then', { ...delta(3, 'new'), highest: 4 }, stored(4, 'theirs', 'other'), {}, { a: 'new' }],
    ['text another tab wrote later', delta(3, 'new'), stored(5, 'theirs', 'other'), {}, { a: 'new' }],
    ['a deletion of what another tab wrote later', delta(3, null), stored(5, 'theirs', 'other'), {}, {}],
    ['a file another tab deleted', delta(3, 'new'), [], {}, { a: 'new' }],
  ] as const)('meets %s', (_, given, records, changed, overtaken) => {
    const replay = replayDelta(given, records);
    expect(Object.fromEntries(replay.changed)).toEqual(changed);
    expect(Object.fromEntries(replay.overtaken)).toEqual(overtaken);
  });

  it('is read back as it was kept, and nothing else is', () => {
    const map = new Map<string, string>();
    const store = {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
    };
    stashDelta(store, delta(1, 'ü\n'));
    expect(readDelta(store)).toEqual(delta(1, 'ü\n'));
    const key = [...map.keys()][0] ?? '';
    for (const text of ['', 'null', '[]', '{"files": 1}', '{"writer":"x","layouts":[],"files":[{"path":1}]}', '{']) {
      map.set(key, text);
      expect(readDelta(store)).toBeNull();
    }
    stashDelta(store, { ...delta(1, 'x'), files: [] });
    expect(map.size).toBe(0);
  });

  it('that does not fit is said to be lost', () => {
    const full = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(stashDelta(full, delta(1, 'x'))).toBe(false);
  });
});
