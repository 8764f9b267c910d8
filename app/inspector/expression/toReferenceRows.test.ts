import { expect, it } from 'vitest';
import { openFirst, orderValues, toReferenceRows } from './toReferenceRows.ts';

const VALUES = [
  ['workflow.input', 'map'],
  ['workflow.input.order', 'map'],
  ['workflow.input.order.id', 'number'],
  ['tasks.get.output', 'map'],
  ['tasks.get.output.body', 'list'],
  ['tasks.get.output["content-type"]', 'text'],
  ['tasks.got.output', 'text'],
].map(([text = '', type = '']) => ({ text, type }));

/** Rows as text: how deep, open or closed, the name and the type. */
function draw(open: readonly string[], query = ''): readonly string[] {
  return toReferenceRows(VALUES, new Set(open), query).map(
    ({ level, isParent, isOpen, name, type }) =>
      `${'  '.repeat(level - 1)}${isParent ? (isOpen ? '▾' : '▸') : '·'} ${name} ${type}`,
  );
}

it('lists what is in a value below it once that is open, by its own name', () => {
  expect(draw(['tasks.get.output'])).toEqual([
    '▸ workflow.input map',
    '▾ tasks.get.output map',
    '  · body list',
    '  · ["content-type"] text',
    '· tasks.got.output text',
  ]);
  expect(draw(['workflow.input', 'workflow.input.order']).slice(0, 3)).toEqual([
    '▾ workflow.input map',
    '  ▾ order map',
    '    · id number',
  ]);
});

it('keeps to itself what is in a closed value', () => {
  expect(draw(['workflow.input.order'])).toEqual([
    '▸ workflow.input map',
    '▸ tasks.get.output map',
    '· tasks.got.output text',
  ]);
});

it('finds values by words, with what they are in', () => {
  expect(draw([], 'order NUMBER')).toEqual(['▾ workflow.input map', '  ▾ order map', '    · id number']);
  expect(draw([], 'nothing')).toEqual([]);
});

it('opens the first values, and more of them as long as the list stays short', () => {
  expect([...openFirst(VALUES)]).toEqual(['workflow.input', 'tasks.get.output']);
  const many = Array.from({ length: 30 }, (_, index) => ({ text: `tasks.get.output.k${index}`, type: 'text' }));
  expect([...openFirst([...VALUES.slice(0, 4), ...many])]).toEqual(['workflow.input']);
});

it('begins with what the last step gave, and ends with what began the step', () => {
  const texts = [
    'event.type',
    'workflow.input',
    'workflow.input.a',
    'tasks.x.output',
    'tasks.x.output.b',
    'tasks.y.output',
  ];
  const ordered = orderValues(texts.map((text) => ({ text, type: '' }))).map(({ text }) => text);
  expect(ordered).toEqual([
    'tasks.y.output',
    'tasks.x.output',
    'tasks.x.output.b',
    'workflow.input',
    'workflow.input.a',
    'event.type',
  ]);
});

it('marks what was looked for, and not what it is in', () => {
  const rows = toReferenceRows(VALUES, new Set(), 'id number');
  expect(rows.map(({ name, isHit }) => `${name} ${isHit}`)).toEqual(['workflow.input false', 'order false', 'id true']);
});
