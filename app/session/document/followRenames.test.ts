import { beforeEach, expect, test } from 'vitest';
import { analyze } from '#engine';
import { removeTasks, renameFile, renameTask } from '#engine/edit';
import { setBreakpoint, toggleBreakpoint } from '../run/runBreakpoints.ts';
import { pinTask } from '../run/runPins.ts';
import { session } from '../store/store.ts';
import { resetSession, textOf } from '../testSession.ts';
import { dispatch, replaceFileText, undo } from './dispatch.ts';

const SOURCE = `tasks:
  - id: one
    type: basic
    on_success: { next: two }
  - id: two
    type: basic
  - id: three
    type: map
`;
const PIN = { kind: 'pinned', output: 7 } as const;

const now = () => analyze('a.yaml', textOf('a.yaml') ?? '');
const marks = () => {
  const {
    run: { breakpoints, pins },
  } = session.getState();
  return { places: breakpoints.get('a.yaml')?.map(({ at }) => Object.values(at).join()), pins: pins.get('a.yaml') };
};
const BEFORE = { places: ['two', 'one>on_success>two', 'three'], pins: { two: PIN, three: PIN } };

beforeEach(() => {
  resetSession({ 'a.yaml': SOURCE });
  toggleBreakpoint({ task: 'two' });
  setBreakpoint({ at: { edge: 'one>on_success>two' }, condition: 'output > 1' });
  toggleBreakpoint({ task: 'three' });
  pinTask('two', PIN);
  pinTask('three', PIN);
});

test('breakpoints and pins follow a task that is renamed, and back when that is undone', () => {
  dispatch(renameTask(now(), { id: 'two', to: 'second' }));
  expect(marks()).toEqual({
    places: ['second', 'one>on_success>second', 'three'],
    pins: { second: PIN, three: PIN },
  });
  expect(session.getState().run.breakpoints.get('a.yaml')?.[1]?.condition).toBe('output > 1');
  undo();
  expect(marks()).toEqual(BEFORE);
});

test('so they do when the id is changed in the text, letter by letter, and when the task before is renamed', () => {
  replaceFileText('a.yaml', SOURCE.replace('id: three', 'id: thre'), 'source.type:typing');
  replaceFileText('a.yaml', SOURCE.replace('id: three', 'id: thr'), 'source.type:typing');
  dispatch(renameTask(now(), { id: 'one', to: 'first' }));
  expect(marks()).toEqual({ places: ['two', 'first>on_success>two', 'thr'], pins: { two: PIN, thr: PIN } });
});

test('they stay where another task takes the place, or the task goes', () => {
  replaceFileText(
    'a.yaml',
    SOURCE.replace('id: three\n    type: map', 'id: other\n    type: wait'),
    'source.type:typing',
  );
  expect(marks()).toEqual(BEFORE);
  undo();
  dispatch(removeTasks(now(), { ids: ['three'], heal: true }));
  expect(marks()).toEqual(BEFORE);
});

test('they go along with a file that is renamed', () => {
  const { files } = session.getState().document.workspace;
  dispatch(renameFile(files, { from: 'a.yaml', to: 'b.yaml' }));
  expect(marks()).toEqual({ places: undefined, pins: undefined });
  expect(session.getState().run.breakpoints.get('b.yaml')).toHaveLength(3);
  undo();
  expect(marks()).toEqual(BEFORE);
});
