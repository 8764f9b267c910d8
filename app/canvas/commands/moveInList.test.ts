import { beforeEach, expect, test } from 'vitest';
import { loadPlacing } from '#engine/layout';
import { select } from '../../session/index.ts';
import { collectNotices, resetSession, textOf } from '../../session/testSession.ts';
import { moveInList } from './runAct.ts';

const TEXT = `tasks:
  - { id: a, type: basic }
  - { id: b, type: basic }
  - { id: box, type: composite, tasks: [{ id: inner, type: basic }] }
`;

beforeEach(async () => {
  await loadPlacing();
  resetSession({ 'main.yaml': TEXT });
});

test('a task moves by one place along its list; at the ends a notice says so', () => {
  const notices = collectNotices();
  select({ tasks: ['b'] });
  moveInList('earlier');
  expect(textOf('main.yaml')).toMatch(/id: b.*\n.*id: a/);
  expect(notices).toEqual([]);
  const moved = textOf('main.yaml');
  moveInList('earlier');
  expect(notices).toMatchObject([{ kind: 'info', message: 'It is the first of its list already.' }]);
  select({ tasks: ['box'] });
  moveInList('later');
  expect(notices[1]).toMatchObject({ message: 'It is the last of its list already.' });
  expect(textOf('main.yaml')).toBe(moved);
});

test('tasks of several lists stay where they are, and a notice says why', () => {
  const notices = collectNotices();
  select({ tasks: ['a', 'inner'] });
  moveInList('later');
  expect(notices).toMatchObject([
    { kind: 'warning', message: expect.stringContaining('Select tasks of one container') },
  ]);
  expect(textOf('main.yaml')).toBe(TEXT);
});
