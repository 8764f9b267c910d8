import { beforeEach, expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import { taskStarted, taskSucceeded } from '#engine/testing';
import { showMoment } from '../run/runMoment.ts';
import { show } from '../run/runShown.ts';
import { session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { showFound } from './showFound.ts';

const BODIES: readonly RunEventBody[] = [
  { type: 'run.started', runId: 'r', input: {}, simulate: false },
  taskStarted('a', 1),
  taskSucceeded('a', 1),
];
const EVENTS = BODIES.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));

beforeEach(() => {
  resetSession({ 'a.yaml': 'tasks: [{ id: a, type: basic }]\n' });
  show({ runId: 'r', path: 'a.yaml', source: 'tasks: [{ id: a, type: basic }]\n', events: EVENTS });
  update({ view: { drawer: { isOpen: true, tab: 'problems' } } });
});

it('leads to the step of what was found, and says so', async () => {
  showFound({ count: 2, activation: 1, words: 'Hit 1 of 2. a' });
  await Promise.resolve();
  expect(session.getState()).toMatchObject({
    run: { shown: { selectedActivation: 1, moment: null } },
    view: { drawer: { isOpen: true, tab: 'timeline' }, announcement: 'Hit 1 of 2. a' },
  });
});

it('shows what is of no step among the events', () => {
  showFound({ count: 1, activation: 1, words: 'a step' });
  showFound({ count: 1, activation: null, words: 'The run' });
  expect(session.getState()).toMatchObject({
    run: { shown: { selectedActivation: null } },
    view: { drawer: { tab: 'events' } },
  });
  // A step is looked at there too.
  showFound({ count: 2, activation: 1, words: 'a step' });
  expect(session.getState().view.drawer.tab).toBe('events');
});

it('moves an instant that is looked at to that of what was found', () => {
  showMoment(1);
  showFound({ count: 3, activation: 1, words: 'a' });
  expect(session.getState().run.shown?.moment?.count).toBe(3);
});
