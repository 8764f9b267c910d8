import { describe, expect, test } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits, type Refusal, type Transaction } from '../text/index.ts';
import { newTaskId } from './addTask.ts';
import { duplicateTasks } from './duplicateTasks.ts';
import { moveTasksTo } from './moveTasksTo.ts';
import { pasteTasks } from './pasteTasks.ts';
import { removeTasks } from './removeTasks.ts';
import { replaceTask } from './replaceTask.ts';

const FILES = new Map([
  ['order.yaml', 'id: order\ntype: composite\ntasks: [{ id: write, type: basic }]\n'],
  ['ship.yaml', 'id: ship\ntype: basic\n'],
]);
const TEXT = yaml`
  start: order
  tasks:
    - import: ./order.yaml
      on_success: { next: ship }
    - id: back
      type: basic
      on_success: { next: [order, ship] }
    - import: ./ship.yaml
      on_success: { next: last }
    - { id: last, type: basic }
`;

function edit(command: (analysis: Analysis) => Result<Transaction, Refusal>, text = TEXT): string {
  const result = command(analyze('main.yaml', text, undefined, FILES));
  if (!result.ok) expect.fail(`refused: ${result.error.message}`);
  const edits = result.value.changes.flatMap((change) => (change.type === 'edit' ? change.edits : []));
  return applyEdits(text, edits);
}

describe('what leads to an imported task that is removed', () => {
  test('leads on to the task it led to, imported or not', () => {
    expect(edit((it) => removeTasks(it, { ids: ['#tasks/0'], heal: true }))).toBe(yaml`
      start: ship
      tasks:
        - id: back
          type: basic
          on_success: { next: ship }
        - import: ./ship.yaml
          on_success: { next: last }
        - { id: last, type: basic }
    `);
    expect(edit((it) => removeTasks(it, { ids: ['#tasks/2'], heal: true }))).toContain('{ next: [order, last] }');
  });

  test('leads nowhere without healing', () => {
    const after = edit((it) => removeTasks(it, { ids: ['#tasks/0'], heal: false }));
    expect(after).not.toContain('order');
    expect(after).toContain('on_success: { next: ship }\n  - import');
  });
});

test('ids of imported tasks, and of tasks inside them, are taken', () => {
  const analysis = analyze('main.yaml', TEXT, undefined, FILES);
  expect(['order', 'write', 'ship', 'free'].map((id) => newTaskId(analysis, { type: 'basic', id }))).toEqual([
    'order-2',
    'write-2',
    'ship-2',
    'free',
  ]);
  const pasted = edit((it) => pasteTasks(it, { yaml: '- { id: write, type: basic, on_success: { next: ship } }' }));
  expect(pasted).toContain('- { id: write-2, type: basic, on_success: { next: ship } }');
});

test('copies of imported tasks get ids of their own, and lead to each other', () => {
  const after = edit((it) => duplicateTasks(it, { ids: ['#tasks/0', '#tasks/2'] }));
  expect(`tasks:\n${after.slice(after.indexOf('  - id: order-2'))}`).toBe(yaml`
    tasks:
      - id: order-2
        import: ./order.yaml
        on_success: { next: ship-2 }
      - id: ship-2
        import: ./ship.yaml
        on_success: { next: last }
      - { id: last, type: basic }
  `);
});

test('another task in the place of an imported one has its id, so that what led to it still does', () => {
  const after = edit((it) => replaceTask(it, { id: '#tasks/2', draft: { type: 'basic', use: 'core:log' } }));
  expect(after).toContain('- id: ship\n');
  expect(after).not.toContain('ship.yaml');
  expect(after).toContain('{ next: [order, ship] }');
  const renamed = edit((it) => replaceTask(it, { id: '#tasks/2', draft: { type: 'basic', id: 'send' } }));
  expect(renamed).toContain('{ next: [order, send] }');
});

test('what leads to an imported task that moves away leads on', () => {
  const text = `${TEXT}  - { id: box, type: composite, tasks: [] }\n`;
  const after = edit((it) => moveTasksTo(it, { ids: ['#tasks/2'], parent: 'box', heal: true }), text);
  expect(after).toContain('{ next: [order, last] }');
});
