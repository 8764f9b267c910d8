import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { yaml } from '#engine/testing';
import { formatInherited, readInherited } from './InheritedRows.tsx';

const TEXT = yaml`
  tasks:
    - import: ./order.yaml
    - { id: mine, import: ./order.yaml, name: Mine, type: wait, use: core:hash }
    - { id: own, type: basic }
    - { import: ./gone.yaml }
    - { import: ./order.yaml, type: wrong }
    - { id: half, import: ./order.yaml, action: mine, with: { a: 3 }, config: { timeout: 9s } }
`;
const FILES = new Map([
  [
    'order.yaml',
    'id: order\ntype: basic\nname: Take the order\nuse: core:log\naction: sort\nwith: { a: 1, b: "{{ 2 }}" }\nconfig: { timeout: 5s, other: [1] }\n',
  ],
]);

function read(id: string) {
  const own = analyze('a.yaml', TEXT);
  const node = own.graph.nodes.get(id);
  if (!node) throw new Error(`no ${id}`);
  return readInherited(analyze('a.yaml', TEXT, own, FILES), node);
}

test('what a task does not say itself comes from its import', () => {
  expect(read('#tasks/0')).toMatchObject({
    from: './order.yaml',
    id: 'order',
    name: 'Take the order',
    type: 'basic',
    use: 'core:log',
    action: 'sort',
    config: [
      { key: 'timeout', value: '5s' },
      { key: 'other', value: [1] },
    ],
    input: [
      { key: 'a', value: 1 },
      { key: 'b', value: '{{ 2 }}' },
    ],
    merged: { type: 'basic', use: { text: 'core:log' } },
  });
});

test('keys it writes itself hide those of the import one by one', () => {
  expect(read('half')).toMatchObject({
    action: null,
    config: [{ key: 'other', value: [1] }],
    input: [{ key: 'b', value: '{{ 2 }}' }],
  });
});

test('what it says itself is its own, a wrong type too', () => {
  expect(read('mine')).toMatchObject({ from: './order.yaml', id: null, name: null, type: null, use: null });
  expect(read('#tasks/4')).toMatchObject({ id: 'order', type: null });
});

test('a task without an import inherits nothing, nor does one whose import leads nowhere', () => {
  expect(read('own')).toBe(null);
  expect(read('#tasks/3')).toMatchObject({ from: './gone.yaml', id: null, name: null, type: null, use: null });
});

test('an empty field says what it has and where from', () => {
  expect(formatInherited('wait', './a.yaml')).toBe('wait · from ./a.yaml');
  expect(formatInherited(null, './a.yaml')).toBe(undefined);
});
