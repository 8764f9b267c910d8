import { expect, test } from 'vitest';
import type { Layout } from '../text/index.ts';
import { formatLayout } from './formatLayout.ts';
import { readLayout } from './readLayout.ts';

const layout: Layout = {
  positions: new Map([
    ['b', { x: 20.4, y: -40 }],
    ['__proto__', { x: 0, y: 0 }],
    ['a "quoted"', { x: 300, y: 0 }],
  ]),
  collapsed: new Set(['gather']),
};

test('writes one line per task, sorted by id', () => {
  expect(formatLayout(layout)).toBe(`{
  "version": 1,
  "positions": {
    "__proto__": { "x": 0, "y": 0 },
    "a \\"quoted\\"": { "x": 300, "y": 0 },
    "b": { "x": 20, "y": -40 }
  },
  "collapsed": ["gather"]
}
`);
});

test('reads what it writes', () => {
  const read = readLayout(formatLayout(layout));
  expect(read?.positions).toEqual(new Map([...layout.positions, ['b', { x: 20, y: -40 }]]));
  expect(read?.collapsed).toEqual(layout.collapsed);
});

test('an empty layout is three lines', () => {
  expect(formatLayout({ positions: new Map(), collapsed: new Set() })).toBe(
    '{\n  "version": 1,\n  "positions": {},\n  "collapsed": []\n}\n',
  );
});

test.each(['', 'not json', '[]', 'null', '"x"', '{"version": 2, "positions": {}}'])('%j is no layout', (text) => {
  expect(readLayout(text)).toBeNull();
});

test('leaves out entries that make no sense', () => {
  const read = readLayout(
    '\uFEFF{"positions": {"a": {"x": 1, "y": 2}, "b": {"x": "1", "y": 2}, "c": null, "d": {"x": 1e300, "y": 0}}, "collapsed": ["a", 3]}',
  );
  expect(read).toEqual({ positions: new Map([['a', { x: 1, y: 2 }]]), collapsed: new Set(['a']) });
});
