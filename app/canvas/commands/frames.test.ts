import { beforeEach, expect, test } from 'vitest';
import type { Analysis } from '#engine';
import { removeTasks, renameTask } from '#engine/edit';
import { activeAnalysis, dispatch, select, session, undo } from '../../session/index.ts';
import { collectNotices, resetSession, textOf } from '../../session/testSession.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import { removeSelection } from './editSelection.ts';
import {
  changeFrame,
  colorFrames,
  currentFrames,
  frameBoxes,
  frameSelection,
  framesToJoin,
  joinFrame,
  leaveFrame,
} from './frames.ts';
import { selectNextNote } from './notes.ts';
import { nudgeSelection } from './placeCards.ts';
import { walk } from './walk.ts';

const TEXT = `tasks:
  - id: a
    type: basic
    on_success: { next: b }
  - id: b
    type: basic
    on_success: { next: c }
  - id: c
    type: serial
    tasks:
      - id: d
        type: basic
`;

beforeEach(() => resetSession({ 'main.yaml': TEXT }));

function frame(...tasks: readonly string[]): string {
  select({ tasks, origin: 'canvas' });
  frameSelection();
  return currentFrames().at(-1)?.id ?? '';
}

test('a frame is made, written, coloured and removed by steps to undo, and is never in the text', () => {
  const id = frame('b', 'a');
  expect([...session.getState().document.selection.frames]).toEqual([id]);
  changeFrame(id, { title: 'Fetch', text: 'all **of** it' });
  colorFrames('blue');
  const made = { id, title: 'Fetch', text: 'all **of** it', color: 'blue', tasks: ['a', 'b'] };
  expect(currentFrames()).toEqual([made]);
  removeSelection();
  expect(currentFrames()).toEqual([]);
  for (const expected of [made, { color: 'grey' }, { title: '' }]) {
    undo();
    expect(currentFrames()).toMatchObject([expected]);
  }
  undo();
  expect(currentFrames()).toEqual([]);
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('what leaves a frame as it was is no step, and tasks that are framed together are not framed again', () => {
  const id = frame('a', 'b');
  const { history } = session.getState().document;
  changeFrame(id, { title: '' });
  frame('b', 'a');
  leaveFrame();
  expect(session.getState().document.history).toBe(history);
});

test('only cards that are in no container are framed', () => {
  const notices = collectNotices();
  frame('a', 'd');
  expect(currentFrames()).toEqual([]);
  expect(notices).toMatchObject([{ kind: 'warning' }]);
  const id = frame('a');
  select({ tasks: ['d'], origin: 'canvas' });
  expect(framesToJoin()).toEqual([]);
  joinFrame(id);
  expect(currentFrames()).toMatchObject([{ tasks: ['a'] }]);
  expect(notices).toHaveLength(2);
});

test('a task is in one frame at most: it joins another, leaves it, and the last one takes the frame with it', () => {
  const first = frame('a');
  const second = frame('b');
  select({ tasks: ['a'], origin: 'canvas' });
  expect(framesToJoin().map(({ id }) => id)).toEqual([second]);
  joinFrame(second);
  expect(currentFrames()).toMatchObject([{ id: second, tasks: ['b', 'a'] }]);
  leaveFrame();
  expect(currentFrames()).toMatchObject([{ id: second, tasks: ['b'] }]);
  undo();
  undo();
  expect(currentFrames().map(({ id }) => id)).toEqual([first, second]);
  select({ tasks: ['c'], frames: [first], origin: 'canvas' });
  frameSelection();
  expect(currentFrames()[0]).toMatchObject({ id: first, tasks: ['a', 'c'] });
});

function analysis(): Analysis {
  return activeAnalysis('resolved') ?? expect.unreachable();
}

test('a rename is followed, and deleted tasks leave with the frame when they were all of it', () => {
  frame('a', 'b');
  dispatch(renameTask(analysis(), { id: 'a', to: 'first', layout: currentLayout() }));
  expect(currentFrames()).toMatchObject([{ tasks: ['first', 'b'] }]);
  dispatch(removeTasks(analysis(), { ids: ['b'], heal: true, layout: currentLayout() }));
  expect(currentFrames()).toMatchObject([{ tasks: ['first'] }]);
  dispatch(removeTasks(analysis(), { ids: ['first'], heal: true, layout: currentLayout() }));
  expect(currentFrames()).toEqual([]);
  undo();
  expect(currentFrames()).toMatchObject([{ tasks: ['first'] }]);
});

test('removing a frame with a task is one step, and the other tasks stay', () => {
  const id = frame('a', 'b');
  select({ tasks: ['b'], frames: [id], origin: 'canvas' });
  removeSelection();
  expect(currentFrames()).toEqual([]);
  expect([...(currentArrangement()?.boxes.keys() ?? [])]).toEqual(['a', 'c', 'd']);
  undo();
  expect(currentFrames()).toMatchObject([{ tasks: ['a', 'b'] }]);
});

test('a frame that is moved takes its cards along, and no other', () => {
  frame('a', 'b');
  const [before, box] = [currentArrangement()?.boxes, frameBoxes()[0]];
  nudgeSelection({ x: 0, y: 3 });
  const after = currentArrangement()?.boxes;
  expect(['a', 'b', 'c'].map((id) => (after?.get(id)?.y ?? 0) - (before?.get(id)?.y ?? 0))).toEqual([60, 60, 0]);
  expect(frameBoxes()[0]?.y).toBe((box?.y ?? 0) + 60);
  undo();
  expect(frameBoxes()[0]).toEqual(box);
});

test('keys reach a frame as they reach notes, and lead from it to the card beside it', () => {
  const id = frame('a', 'b');
  select({ tasks: ['c'], origin: 'canvas' });
  selectNextNote();
  expect([...session.getState().document.selection.frames]).toEqual([id]);
  walk('ArrowRight', false);
  expect([...session.getState().document.selection.tasks]).toHaveLength(1);
  expect(session.getState().document.selection.frames.size).toBe(0);
});
