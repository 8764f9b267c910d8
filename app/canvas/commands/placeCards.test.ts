import { beforeEach, expect, test } from 'vitest';
import { loadPlacing } from '#engine/layout';
import { select, session, undo } from '../../session/index.ts';
import { resetSession, textOf } from '../../session/testSession.ts';
import { currentArrangement, currentLayout } from '../state/arrangement.ts';
import { foldAll, keepMoved, layoutSelection, toggleCollapsed } from './placeCards.ts';
import { runAct } from './runAct.ts';

const TEXT = `tasks:
  - { id: a, type: basic, on_success: { next: box } }
  - id: box
    type: composite
    tasks:
      - { id: inner, type: composite, tasks: [{ id: deep, type: basic }] }
  - { id: z, type: basic }
`;

beforeEach(async () => {
  await loadPlacing();
  resetSession({ 'main.yaml': TEXT });
});

function boxOf(id: string) {
  return currentArrangement()?.boxes.get(id);
}

test('all containers are collapsed and expanded, each as one step that changes no text', () => {
  toggleCollapsed('inner');
  foldAll(true);
  expect([...currentLayout().collapsed].toSorted()).toEqual(['box', 'inner']);
  foldAll(false);
  expect(currentLayout().collapsed.size).toBe(0);
  const { history } = session.getState().document;
  foldAll(false);
  expect(session.getState().document.history).toBe(history);
  undo();
  expect(currentLayout().collapsed.size).toBe(2);
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('arranging the selection moves nothing else', () => {
  keepMoved(new Map([['a', { x: -400, y: -200 }]]));
  keepMoved(new Map([['z', { x: 1200, y: 900 }]]));
  const [a, box] = [boxOf('a'), boxOf('box')];
  select({ tasks: ['z'] });
  layoutSelection();
  expect([boxOf('a'), boxOf('box')]).toEqual([a, box]);
  expect(boxOf('z')).not.toMatchObject({ x: 1200, y: 900 });
  expect(currentLayout().positions.has('z')).toBe(false);
  undo();
  expect(boxOf('z')).toMatchObject({ x: 1200, y: 900 });
});

test('aligning is one step', () => {
  const before = boxOf('z');
  select({ tasks: ['a', 'z'] });
  runAct('align.right', (point) => point);
  const [a, z] = [boxOf('a'), boxOf('z')];
  expect((a?.x ?? 0) + (a?.width ?? 0)).toBe((z?.x ?? 0) + (z?.width ?? 0));
  undo();
  expect(boxOf('z')).toEqual(before);
});
