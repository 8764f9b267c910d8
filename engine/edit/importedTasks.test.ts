import { describe, expect, test } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits, type Refusal, type Transaction } from '../text/index.ts';
import { newTaskId } from './commands/addTask.ts';
import { connectTasks, reconnectEdge } from './commands/connectTasks.ts';
import { addRoute, renameRoute } from './commands/editRoutes.ts';
import { moveTasksTo } from './commands/moveTasksTo.ts';
import { duplicateTasks, pasteTasks } from './commands/pasteTasks.ts';
import { removeTasks } from './commands/removeTasks.ts';
import { replaceTask } from './commands/replaceTask.ts';
import { setStart } from './commands/setStart.ts';
import { inlineImport } from './files/inlineImport.ts';

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

/** The text from the task `last` on. */
const last = (text: string) => text.slice(text.indexOf('- { id: last'));

function refusal(command: (analysis: Analysis) => Result<Transaction, Refusal>): Refusal | null {
  const result = command(analyze('main.yaml', TEXT, undefined, FILES));
  return result.ok ? null : result.error;
}

describe('an imported task is named by the id it has from its file', () => {
  test.each(['#tasks/2', 'ship'])('where a line leads to it: %s', (target) => {
    const connected = edit((it) => connectTasks(it, { source: 'last', via: 'on_success', target }));
    expect(last(connected)).toBe('- { id: last, type: basic, on_success: {next: ship} }\n');
    const routed = TEXT.replace('last, type: basic', 'last, type: decision');
    const route = (it: Analysis) => connectTasks(it, { source: 'last', via: 'routes', target });
    expect(last(edit(route, routed))).toContain('routes: {ship: ship}');
    expect(last(edit((it) => addRoute(it, { id: 'last', key: 'k', target }), routed))).toContain('routes: {k: ship}');
    const moved = edit((it) => reconnectEdge(it, { edgeId: '#tasks/0>on_success>ship', target: 'last' }));
    expect(moved).toContain('order.yaml\n    on_success: { next: last }');
    const back = edit((it) => reconnectEdge(it, { edgeId: '#tasks/2>on_success>last', target: '#tasks/0' }));
    expect(back).toContain('ship.yaml\n    on_success: { next: order }');
  });

  test('where it starts, and where its import is brought here', () => {
    expect(edit((it) => setStart(it, { id: '#tasks/2' }))).toContain('start: ship\n');
    const inlined = edit((it) => inlineImport(it, { kind: 'task', id: '#tasks/2', files: FILES }));
    expect(inlined).toContain('- id: ship\n    type: basic\n');
  });

  test('also by a line from it, and one that is there is not drawn twice', () => {
    expect(edit((it) => connectTasks(it, { source: 'ship', via: 'on_error', target: 'back' }))).toContain('on_error:');
    const again = refusal((it) => connectTasks(it, { source: '#tasks/0', via: 'on_success', target: '#tasks/2' }));
    expect(again).toMatchObject({
      code: 'ALREADY_CONNECTED',
      message: 'The task imported from “./order.yaml” already leads there.',
    });
    const itself = refusal((it) => connectTasks(it, { source: '#tasks/2', via: 'on_success', target: 'ship' }));
    expect(itself?.message).toContain('“ship” would run for ever');
  });
});

test('a refusal names the task, also where it has no id', () => {
  const text = 'tasks:\n  - { id: a, type: map }\n  - { type: decision, config: { routes: { x: a } } }\n';
  const analysis = analyze('main.yaml', text);
  const messages = [
    renameRoute(analysis, { id: '#tasks/1', key: 'y', to: 'z' }),
    connectTasks(analysis, { source: '#tasks/1', via: 'routes', routeKey: 'x', target: 'a' }),
    connectTasks(analysis, { source: '#tasks/1', via: 'routes.x', target: 'a' }),
    connectTasks(analysis, { source: '#tasks/7', via: 'on_success', target: 'a' }),
  ].map((result) => (result.ok ? '' : result.error.message));
  expect(messages).toEqual([
    'The 2nd task has no route “y”.',
    'The 2nd task already has a route “x”. Choose another key.',
    'The 2nd task already leads there.',
    'This task is no longer there.',
  ]);
});
