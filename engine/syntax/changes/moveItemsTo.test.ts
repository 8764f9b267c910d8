import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { applyEdits } from '../../text/index.ts';
import { parseSyntax } from '../parsing/parseSyntax.ts';
import { composeSteps } from './composeSteps.ts';
import { moveItemsTo } from './moveItemsTo.ts';
import { moveItemTo } from './moveItemTo.ts';

/** The text after the items behind the first went into its list `tasks`; null where they are to be moved one by one. */
function atOnce(text: string, count: number): string | null {
  const edits = moveItemsTo(parseSyntax(text), { from: ['tasks', 1], count, list: ['tasks', 0, 'tasks'] });
  return edits?.ok === true ? applyEdits(text, edits.value) : null;
}

function oneByOne(text: string, count: number): string | null {
  const steps = Array.from({ length: count }, (_, index) => (syntax: ReturnType<typeof parseSyntax>) => {
    return moveItemTo(syntax, { from: ['tasks', 1], list: ['tasks', 0, 'tasks'], index });
  });
  const edits = composeSteps(parseSyntax(text), steps);
  return edits.ok ? applyEdits(text, edits.value) : null;
}

/** Without blank lines: how many stay behind uneven gaps depends on the order of the moves. */
function dense(text: string): string {
  return text.replaceAll(/(?:\r?\n[ \t]*)+(?=\r?\n)/g, '');
}

const item = fc.constantFrom(
  '- { id: a, type: map }\n',
  '- id: b\n  type: map\n',
  '- id: c # beside\n  config:\n    mapping: { v: 1 }\n',
  '# above\n- id: d\n  # inside\n  type: map\n',
  '- id: e\n  code: |\n    one\n\n    two\n',
  '- id: f\n  tasks:\n    - { id: g }\n    # below\n    - { id: h }\n',
  '- id: i\n  # at the end\n',
);
const gap = fc.constantFrom('', '', '\n', '\n\n');
const shape = fc.record({
  indent: fc.constantFrom('', '  '),
  eol: fc.constantFrom('\n', '\r\n'),
  box: fc.constantFrom(
    '- { id: box, tasks: [] }\n',
    '- id: box\n  tasks: []\n',
    '- id: box\n  type: composite\n  tasks: []\n',
  ),
  moved: fc.array(fc.tuple(item, gap), { minLength: 2, maxLength: 5 }),
  rest: fc.array(fc.tuple(item, gap), { maxLength: 2 }),
  end: fc.constantFrom('', 'outputs: { x: 1 }\n'),
});

test('many items moved together give the same text as moved one by one', () => {
  let moved = 0;
  fc.assert(
    fc.property(shape, (it) => {
      const lines = [it.box, ...[...it.moved, ...it.rest].flat()].join('').split('\n');
      const list = lines.map((line) => (line === '' ? '' : it.indent + line)).join('\n');
      const text = `tasks:\n${list}${it.end}`.replaceAll('\n', it.eol);
      const result = atOnce(text, it.moved.length);
      if (result === null) return;
      moved += 1;
      expect(dense(result)).toBe(dense(oneByOne(text, it.moved.length) ?? ''));
    }),
    { numRuns: numRuns(50, 200) },
  );
  expect(moved).toBeGreaterThan(numRuns(5, 20));
});

test('even gaps stay as they are', () => {
  const text = 'tasks:\n  - id: box\n    tasks: []\n\n  - id: a\n\n  # of b\n  - id: b # beside\n\n  - id: c\n';
  expect(atOnce(text, 2)).toBe(oneByOne(text, 2));
});

test.each([
  ['with an alias', 'tasks:\n  - tasks: []\n  - &a { id: a }\n  - { id: b, with: *a }\n'],
  ['in brackets', 'tasks: [{ tasks: [] }, { id: a }, { id: b }]\n'],
  ['past the end of the list', 'tasks:\n  - tasks: []\n  - { id: a }\n'],
])('items are left to be moved one by one %s', (_, text) => {
  expect(atOnce(text, 2)).toBe(null);
});
