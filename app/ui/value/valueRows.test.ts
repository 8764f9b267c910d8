import { describe, expect, it } from 'vitest';
import { CHILD_LIMIT, searchValue, toValueRows } from './valueRows.ts';

const VALUE = { name: 'Ada', 'odd key': { list: [1, { deep: true }] }, none: {} };

function linesOf(...open: string[]): string[] {
  return toValueRows(VALUE, { open: new Set(open), full: new Set() }).map(({ path, preview }) => `${path} ${preview}`);
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
    const rows = toValueRows(list, { open: new Set(['']), full: new Set() });
    expect(rows).toHaveLength(CHILD_LIMIT + 2);
    expect(rows.at(-1)).toMatchObject({ hidden: 5, preview: 'Show 5 more' });
    expect(toValueRows(list, { open: new Set(['']), full: new Set(['']) })).toHaveLength(CHILD_LIMIT + 6);
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
      toValueRows(list, { open: new Set(open), full: new Set(), found }).map(({ path }) => path);
    expect(linesWith()).toEqual(['', '[9999]', '[9999].name']);
    const keys = searchValue(VALUE, 'odd key');
    const rows = toValueRows(VALUE, { open: new Set(['/odd key']), full: new Set(), found: keys });
    expect(rows.map(({ path }) => path)).toEqual(['', "['odd key']", "['odd key'].list"]);
  });

  it('finds nothing for an empty query', () => {
    expect(searchValue(VALUE, '').matches.size).toBe(0);
  });
});
