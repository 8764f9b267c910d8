import { beforeEach, expect, test } from 'vitest';
import { EMPTY_LAYOUT } from '#engine';
import { mergeFile, type WorkflowTexts } from '#engine/change';
import { formatLayout } from '#engine/layout';
import { undo } from '../document/dispatch.ts';
import { folders } from '../storage/folders.ts';
import type { Conflict } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { resetSession, textOf } from '../testSession.ts';
import { takeMerged } from './takeMerged.ts';
import { workflowsOfConflict } from './workflowsOfConflict.ts';

const BASE = 'tasks:\n  - { id: a, type: basic, on_success: { next: b } }\n  - { id: b, type: basic }\n';
const OURS = BASE.replace('tasks:', 'name: Orders\ntasks:');
const THEIRS = BASE.replace('id: a', 'id: x');
const TESTS = 'tests:\n  - { name: it, answers: { a: { output: 1 } } } # as it is\n';
const LAYOUT = { ...EMPTY_LAYOUT, positions: new Map([['a', { x: 1, y: 2 }]]), collapsed: new Set(['b']) };

function find(conflict: Conflict): readonly WorkflowTexts[] {
  const { document, storage } = session.getState();
  return workflowsOfConflict(document, storage, conflict);
}

beforeEach(async () => {
  resetSession({ 'w.yaml': OURS, 'w.test.yaml': TESTS, 'other.yaml': BASE, 'other.test.yaml': TESTS });
  const { workspace } = session.getState().document;
  update({
    document: { workspace: { ...workspace, layouts: new Map([['w.yaml', LAYOUT]]) } },
    storage: {
      folder: { name: 'flows', onDisk: new Map([['w.yaml', BASE]]), others: new Set() },
      conflicts: [{ path: 'w.yaml', diskText: THEIRS }],
    },
  });
  await folders.load();
});

test('what the other side renamed is renamed in the tests and in the layout that are here, as one undo step', () => {
  const { text } = mergeFile({ base: BASE, ours: OURS, theirs: THEIRS }, { path: 'w.yaml' });
  takeMerged({ path: 'w.yaml', base: BASE, ours: OURS, theirs: THEIRS, merged: text }, false);
  expect([textOf('w.yaml'), textOf('w.test.yaml')]).toEqual([
    OURS.replace('id: a', 'id: x'),
    TESTS.replace('{ a:', '{ x:'),
  ]);
  expect([textOf('other.yaml'), textOf('other.test.yaml')]).toEqual([BASE, TESTS]);
  const layout = session.getState().document.workspace.layouts.get('w.yaml');
  expect([[...(layout?.positions ?? [])], [...(layout?.collapsed ?? [])]]).toEqual([[['x', { x: 1, y: 2 }]], ['b']]);
  expect(session.getState().storage.conflicts).toEqual([]);
  undo();
  expect([textOf('w.yaml'), textOf('w.test.yaml')]).toEqual([OURS, TESTS]);
  expect(session.getState().document.workspace.layouts.get('w.yaml')).toEqual(LAYOUT);
});

test('an input that the other side renamed is renamed in what a server gives to runs of the workflow here', () => {
  const base = `schema: { input: { type: object, properties: { order: { type: string } } } }
tasks:
  - { id: a, type: basic, use: core:log, with: { message: "{{ workflow.input.order }}" } }
`;
  const server = 'schedules: { daily: { workflow: w, cron: 0 3 * * *, input: { order: A } } }\n';
  const [ours, theirs] = [base.replace('schema:', 'name: Orders\nschema:'), base.replaceAll('order', 'number')];
  resetSession({ 'w.yaml': ours, 'signalbox.serve.yaml': server });
  update({
    storage: {
      folder: { name: 'flows', onDisk: new Map([['w.yaml', base]]), others: new Set() },
      conflicts: [{ path: 'w.yaml', diskText: theirs }],
    },
  });
  const merged = mergeFile({ base, ours, theirs }, { path: 'w.yaml' }).text;
  takeMerged({ path: 'w.yaml', base, ours, theirs, merged }, false);
  expect(textOf('signalbox.serve.yaml')).toBe(server.replace('order', 'number'));
});

test('tests and layouts of the disk, which name things as there, are merged with those that are here by the names of the merged text', () => {
  const theirs = `${TESTS.replace('{ a:', '{ x:')}  - { name: more, answers: { x: { output: 2 } } }\n`;
  const ours = `${TESTS}  - { name: other, answers: { a: { output: 3 } } }\n`;
  const workflows = find({ path: 'w.test.yaml', diskText: theirs });
  expect(workflows).toEqual([{ path: 'w.yaml', base: BASE, ours: OURS, theirs: THEIRS }]);
  const merged = mergeFile({ base: TESTS, ours, theirs }, { path: 'w.test.yaml', workflows });
  expect([merged.conflicts, merged.text.match(/answers: \{ \w/g)]).toEqual([[], Array(3).fill('answers: { x')]);
  const layouts = {
    base: formatLayout(LAYOUT),
    ours: formatLayout({ ...LAYOUT, positions: new Map([['a', { x: 5, y: 6 }]]) }),
    theirs: formatLayout({
      ...LAYOUT,
      positions: new Map([
        ['x', { x: 1, y: 2 }],
        ['b', { x: 9, y: 9 }],
      ]),
    }),
  };
  const placed = mergeFile(layouts, { path: 'w.layout.json', workflows });
  const both = new Map([
    ['x', { x: 5, y: 6 }],
    ['b', { x: 9, y: 9 }],
  ]);
  expect([placed.conflicts, placed.text]).toEqual([[], formatLayout({ ...LAYOUT, positions: both })]);
  expect(find({ path: 'w.layout.json', layout: { of: 'w.yaml', text: '' }, diskText: '' })).toEqual(workflows);
  expect(find({ path: 'signalbox.serve.yaml', diskText: '' })).toEqual(workflows);
  expect(find({ path: 'w.yaml', diskText: THEIRS })).toEqual([]);
  expect(find({ path: 'gone.test.yaml', diskText: TESTS })).toEqual([]);
});

test('once the workflow is merged, what is renamed here alone is renamed in the tests of the disk', () => {
  update({ storage: { conflicts: [] } });
  const { document, storage } = session.getState();
  const here = new Map(document.workspace.files).set('w.yaml', OURS.replace('id: a', 'id: z'));
  const workflows = workflowsOfConflict({ workspace: { ...document.workspace, files: here } }, storage, {
    path: 'w.test.yaml',
    diskText: TESTS,
  });
  const ours = TESTS.replace('{ a:', '{ z:');
  const theirs = `${TESTS}  - { name: more, answers: { a: { output: 2 } } }\n`;
  const merged = mergeFile({ base: TESTS, ours, theirs }, { path: 'w.test.yaml', workflows });
  expect([merged.conflicts, merged.text]).toEqual([[], theirs.replaceAll('{ a:', '{ z:')]);
});
