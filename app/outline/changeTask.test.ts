import { beforeEach, expect, test } from 'vitest';
import { activeAnalysis, undo } from '../session/index.ts';
import { resetSession, textOf } from '../session/testSession.ts';
import { removeRows, renameRow, switchRows } from './outlineRows.ts';

const TEXT = `tasks:
  - id: fetch
    name: Fetch orders
    type: basic
    on_success: { next: box }
    on_error: { next: tell }
  - id: box
    type: composite
    tasks:
      - { id: first, type: basic, name: First }
  - { id: tell, type: basic, name: Tell someone }
`;

beforeEach(() => resetSession({ 'orders.yaml': TEXT }));

function rename(id: string, to: string): void {
  const node = activeAnalysis('resolved')?.graph.nodes.get(id);
  if (node) renameRow(node, to);
}

test('a task gets another name, or its first one; its id stays', () => {
  rename('fetch', ' Get orders ');
  const named = TEXT.replace('Fetch orders', 'Get orders');
  expect(textOf('orders.yaml')).toBe(named);
  rename('box', 'Group');
  expect(textOf('orders.yaml')).toBe(named.replace('id: box\n', 'id: box\n    name: Group\n'));
  undo();
  expect(textOf('orders.yaml')).toBe(named);
});

test('no name, and the one it has, change nothing', () => {
  rename('fetch', '  ');
  rename('fetch', 'Fetch orders');
  expect(textOf('orders.yaml')).toBe(TEXT);
});

test('a task is removed in one step', () => {
  expect(removeRows(['tell'])).toBe(true);
  expect(textOf('orders.yaml')).not.toContain('tell');
  undo();
  expect(textOf('orders.yaml')).toBe(TEXT);
});

test('tasks are disabled, and enabled only where all of them are disabled', () => {
  switchRows(['box']);
  expect(activeAnalysis('resolved')?.graph.nodes.get('box')?.task.isDisabled).toBe(true);
  switchRows(['box', 'fetch']);
  expect(textOf('orders.yaml')?.match(/disabled: true/g)).toHaveLength(2);
  switchRows(['box', 'fetch']);
  expect(textOf('orders.yaml')).toBe(TEXT);
});
