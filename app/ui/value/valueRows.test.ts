import { describe, expect, it } from 'vitest';
import { searchValue } from './ValueLine.tsx';
import { CHILD_LIMIT, MORE_CHILDREN, openAtFirst, toValueRows } from './valueRows.ts';

const VALUE = { name: 'Ada', 'odd key': { list: [1, { deep: true }] }, none: {} };

function linesOf(...open: string[]): string[] {
  return toValueRows(VALUE, { open: new Set(open), shown: new Map() }).map(({ path, preview }) => `${path} ${preview}`);
}

describe('toValueRows', () => {
  it('shows only what is open', () => {
    expect(linesOf()).toEqual([' { name, odd key, none }']);
    expect(linesOf('')).toEqual([' { name, odd key, none }', '.name "Ada"', "['odd key'] { list }", '.none {}']);
  });

  it('gives the path by which an expression reads a part', () => {
    const lines = linesOf('', '/odd key', '/odd key/list', '/odd key/list/1');
    expect(lines).toContain("['odd key'].list[1].deep true");
  });

  it('offers the rest of a long list on a separate line', () => {
    const list = Array.from({ length: CHILD_LIMIT + 5 }, (_, index) => index);
    const rows = toValueRows(list, { open: new Set(['']), shown: new Map() });
    expect(rows).toHaveLength(CHILD_LIMIT + 2);
    expect(rows.at(-1)).toMatchObject({ hidden: 5, preview: 'Show 5 more' });
    expect(toValueRows(list, { open: new Set(['']), shown: new Map([['', CHILD_LIMIT + 5]]) })).toHaveLength(
      CHILD_LIMIT + 6,
    );
  });

  it('shows a very long list or map bit by bit', () => {
    const map = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key ${index}`, index]));
    for (const value of [map, Object.values(map)]) {
      const rows = toValueRows(value, { open: new Set(['']), shown: new Map([['', CHILD_LIMIT + MORE_CHILDREN]]) });
      expect(rows).toHaveLength(CHILD_LIMIT + MORE_CHILDREN + 2);
      expect(rows.at(-1)?.preview).toBe(
        `Show 5,000 more of ${(60_000 - CHILD_LIMIT - MORE_CHILDREN).toLocaleString('en')}`,
      );
    }
  });
});

describe('searchValue', () => {
  it('finds keys and values and says what to open', () => {
    const { matches, open } = searchValue(VALUE, 'DEEP');
    expect([...matches]).toEqual(['/odd key/list/1/deep']);
    expect(open).toEqual(new Set(['', '/odd key', '/odd key/list', '/odd key/list/1']));
    expect([...searchValue(VALUE, 'ada').matches]).toEqual(['/name']);
  });

  it('shows only what it found, however far down a list, and what is inside that when it is opened', () => {
    const list = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}` }));
    const found = searchValue(list, 'row 9999');
    const linesWith = (...open: string[]): string[] =>
      toValueRows(list, { open: new Set(open), shown: new Map(), found }).map(({ path }) => path);
    expect(linesWith()).toEqual(['', '[9999]', '[9999].name']);
    const keys = searchValue(VALUE, 'odd key');
    const rows = toValueRows(VALUE, { open: new Set(['/odd key']), shown: new Map(), found: keys });
    expect(rows.map(({ path }) => path)).toEqual(['', "['odd key']", "['odd key'].list"]);
  });

  it('finds keys with slashes and tildes, in the order of the value', () => {
    const value = { 'b/~x': { at: 'here' }, a: ['here', 'there'] };
    const found = searchValue(value, 'here');
    const rows = toValueRows(value, { open: new Set(), shown: new Map(), found });
    expect(rows.map(({ path }) => path)).toEqual(['', "['b/~x']", "['b/~x'].at", '.a', '.a[0]', '.a[1]']);
  });

  it('finds nothing for an empty query', () => {
    expect(searchValue(VALUE, '').matches.size).toBe(0);
  });
});

describe('openAtFirst', () => {
  it('opens all of a short list, so that its entries are read without a press', () => {
    expect([...openAtFirst([{ message: { customer: 'Ada' } }, 2])]).toEqual(['', '/0', '/0/message']);
  });

  it('opens all of a short result, a map as well', () => {
    expect([...openAtFirst(VALUE, true)]).toEqual(['', '/odd key', '/odd key/list', '/odd key/list/1']);
    expect([...openAtFirst({ rows: Array.from({ length: 40 }, () => 1) }, true)]).toEqual(['']);
  });

  it('opens the value alone where it is a map, or a list of more lines', () => {
    expect([...openAtFirst(VALUE)]).toEqual(['']);
    expect([...openAtFirst(Array.from({ length: 15 }, () => ({ a: 1 })))]).toEqual(['']);
    expect([...openAtFirst(Array.from({ length: 5 }, () => ({ a: 1, b: 2, c: 3 })))]).toEqual(['']);
  });
});
