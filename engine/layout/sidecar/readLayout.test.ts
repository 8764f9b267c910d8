import { expect, test } from 'vitest';
import type { Layout } from '../../text/index.ts';
import { formatLayout } from './formatLayout.ts';
import { listBadFrames, listBadNotes, readLayout } from './readLayout.ts';

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

const note = { id: 'n', x: 20, y: -40, width: 240, height: 140, color: 'blue', text: '# Why\n\n"quoted"' } as const;

test('notes are written one to a line, behind the places, and read back', () => {
  const text = formatLayout({
    ...layout,
    notes: [
      { ...note, x: 20.4 },
      { ...note, id: 'm' },
    ],
  });
  expect(text.split('\n').slice(7, 11)).toEqual([
    '  "collapsed": ["gather"],',
    '  "notes": [',
    `    ${JSON.stringify(note)},`,
    `    ${JSON.stringify({ ...note, id: 'm' })}`,
  ]);
  expect(readLayout(text)?.notes).toEqual([note, { ...note, id: 'm' }]);
});

test.each([
  ['it is not a map of members', 'a text'],
  ['it has no id', { ...note, id: '' }],
  ['another note has the id "n"', note],
  ['its x and y are not numbers', { ...note, id: 'a', x: 1e300 }],
  ['its width and height are not between 40 and 10000', { ...note, id: 'a', width: 3 }],
  ['its color is not one of yellow, green, blue, violet, red, grey', { ...note, id: 'a', color: 'pink' }],
  ['its text is not a text of at most 100000 characters', { ...note, id: 'a', text: 1 }],
])('a note that cannot be read is told of (%s), and written again as it was', (reason, bad) => {
  const read = readLayout(JSON.stringify({ notes: [note, bad] }));
  expect(read && listBadNotes(read)).toEqual([reason]);
  expect(read?.notes).toEqual([note]);
  expect(read && JSON.parse(formatLayout(read))).toMatchObject({ notes: [note, bad] });
});

const frame = { id: 'f', title: 'Fetch', text: 'all of *it*', color: 'grey', tasks: ['a', 'b'] } as const;

test('frames are written one to a line behind the notes, and read back; a text may be missing', () => {
  const text = formatLayout({ ...layout, notes: [note], frames: [frame] });
  expect(text).toContain(`  "frames": [\n    ${JSON.stringify(frame)}\n  ]\n}`);
  expect(readLayout(text)?.frames).toEqual([frame]);
  const { text: _, ...short } = frame;
  expect(readLayout(JSON.stringify({ frames: [short] }))?.frames).toEqual([{ ...frame, text: '' }]);
});

test.each([
  ['it is not a map of members', null],
  ['it has no id', { ...frame, id: 3 }],
  ['another frame has the id "f"', { ...frame, tasks: ['c'] }],
  ['its title is not a text of at most 500 characters', { ...frame, id: 'g', title: 'x'.repeat(501) }],
  ['its color is not one of yellow, green, blue, violet, red, grey', { ...frame, id: 'g', color: '' }],
  ['its text is not a text of at most 100000 characters', { ...frame, id: 'g', text: 1 }],
  ['its tasks are not a list of ids', { ...frame, id: 'g', tasks: [] }],
  ['its tasks are not a list of ids', { ...frame, id: 'g', tasks: ['c', 1] }],
  ['the task "b" is in another frame', { ...frame, id: 'g', tasks: ['c', 'b'] }],
])('a frame that cannot be read is told of (%s), and written again as it was', (reason, bad) => {
  const read = readLayout(JSON.stringify({ frames: [frame, bad] }));
  expect(read && [listBadNotes(read), listBadFrames(read)]).toEqual([[], [reason]]);
  expect(read?.frames).toEqual([frame]);
  expect(read && JSON.parse(formatLayout(read))).toMatchObject({ frames: [frame, bad] });
});

test('members that are not known are written again as they were', () => {
  const more = { later: { version: [1, null] }, notes: [{ ...note, pinned: true }] };
  const read = readLayout(JSON.stringify({ version: 1, positions: {}, ...more }));
  expect(read && JSON.parse(formatLayout(read))).toMatchObject(more);
});
