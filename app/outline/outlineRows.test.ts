import { expect, it } from 'vitest';
import { analyze } from '#engine';
import { describeTargets, findTyped, isDisabled, nextRow, toOutlineRows } from './outlineRows.ts';

const { graph } = analyze(
  'a.yaml',
  `tasks:
  - id: fetch
    name: Fetch orders
    type: basic
    on_success: { next: box }
    on_error: { next: tell }
  - id: box
    type: composite
    tasks:
      - { id: first, type: basic }
      - id: choose
        type: decision
        config: { condition: "{{ output }}", routes: { low: first } }
  - { id: tell, type: basic, on_success: { next: end } }
`,
);

const rows = toOutlineRows(graph, new Set());

it('has the tasks in the order and nesting of the file', () => {
  expect(rows.map(({ id, level, position, siblings, isOpen }) => [id, level, position, siblings, isOpen])).toEqual([
    ['fetch', 1, 1, 3, null],
    ['box', 1, 2, 3, true],
    ['first', 2, 1, 2, null],
    ['choose', 2, 2, 2, null],
    ['tell', 1, 3, 3, null],
  ]);
  expect(toOutlineRows(graph, new Set(['box'])).map(({ id, isOpen }) => [id, isOpen])).toEqual([
    ['fetch', null],
    ['box', false],
    ['tell', null],
  ]);
});

it('says where a task leads, as the file does', () => {
  expect(describeTargets(graph, 'fetch')).toEqual(['→ box', 'on error → tell']);
  expect(describeTargets(graph, 'choose')).toEqual(['low → first']);
  expect(describeTargets(graph, 'first')).toEqual([]);
  expect(describeTargets(graph, 'tell')).toEqual(['→ end']);
});

it('knows what a disabled container holds as disabled', () => {
  const { graph: off } = analyze(
    'a.yaml',
    'tasks: [{ id: box, type: composite, disabled: true, tasks: [{ id: inner, type: basic }] }, { id: other, type: basic }]',
  );
  expect([...off.nodes.values()].filter((node) => isDisabled(off, node)).map(({ id }) => id)).toEqual(['box', 'inner']);
});

function find(typed: string, from: number): string | undefined {
  return rows[findTyped(rows, { typed, from }) ?? -1]?.id;
}

it('finds what is typed, by name or id, and goes on with the same letter', () => {
  expect(find('f', 0)).toBe('first');
  expect(find('ff', 2)).toBe('fetch');
  expect(find('fetch o', 4)).toBe('fetch');
  expect(find('cho', 0)).toBe('choose');
  expect(find('x', 0)).toBeUndefined();
});

it('goes to parents and children by arrows, and to both ends', () => {
  expect(nextRow(rows, 1, 'ArrowRight')).toBe(2);
  expect(nextRow(rows, 3, 'ArrowLeft')).toBe(1);
  expect(nextRow(rows, 1, 'ArrowLeft')).toBeUndefined();
  expect(nextRow(rows, 0, 'ArrowUp')).toBe(0);
  expect(nextRow(rows, 4, 'ArrowDown')).toBe(4);
  expect([nextRow(rows, 2, 'Home'), nextRow(rows, 2, 'End')]).toEqual([0, 4]);
});
