import { beforeEach, expect, test } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent } from '#engine/run';
import { INITIAL_STATE, session, update } from '../store/store.ts';
import { receiveTexts, textOfTask } from './modelTexts.ts';
import { show } from './runShown.ts';

const BODIES = [
  { type: 'run.started', runId: 'r1', input: {}, seed: 1, env: {}, simulate: false, engine: '1', file: 'a.yaml' },
  { type: 'task.started', taskId: 'ask', activation: 1, attempt: 1, input: {}, parent: null },
  {
    type: 'effect.requested',
    taskId: 'ask',
    activation: 1,
    key: 'r1/ask/1/1/1',
    kind: 'model',
    name: 'writer',
    request: {},
  },
];
const ENDED = {
  type: 'effect.completed',
  taskId: 'ask',
  activation: 1,
  key: 'r1/ask/1/1/1',
  response: {},
  error: null,
  simulated: false,
  duration: 1,
};

function events(bodies: readonly object[]): readonly RunEvent[] {
  // Only what the view reads is there.
  return bodies.map((body, seq) => ({ seq, at: seq, ...body })) as unknown as readonly RunEvent[];
}

beforeEach(() => {
  update(INITIAL_STATE);
  show({ runId: 'r1', path: 'a.yaml', source: '', events: events(BODIES) });
});

test('what a model says is joined, while its call is in flight', () => {
  expect(textOfTask(session.getState(), 'ask')).toBeUndefined();
  receiveTexts([{ key: 'r1/ask/1/1/1', text: 'Hello ' }]);
  receiveTexts([{ key: 'r1/ask/1/1/1', text: 'there' }]);
  expect(textOfTask(session.getState(), 'ask')).toBe('Hello there');
  const {
    run: { shown: run },
  } = session.getState();
  if (run === null) throw new Error('No run');
  update({ run: { shown: { ...run, view: foldRun(EMPTY_VIEW, events([...BODIES, ENDED])) } } });
  expect(textOfTask(session.getState(), 'ask')).toBeUndefined();
  receiveTexts([]);
  expect(session.getState().run.texts.size).toBe(0);
});

test('what another run says is not kept, and a past instant says nothing', () => {
  receiveTexts([{ key: 'r2/ask/1/1/1', text: 'Other' }]);
  expect(session.getState().run.texts.size).toBe(0);
  receiveTexts([{ key: 'r1/ask/1/1/1', text: 'Hello' }]);
  const {
    run: { shown: run },
  } = session.getState();
  if (run === null) throw new Error('No run');
  update({ run: { shown: { ...run, moment: { count: 1, at: 0, view: run.view } } } });
  expect(textOfTask(session.getState(), 'ask')).toBeUndefined();
});

test('a text looks at the activation of its call, however many there are', () => {
  const {
    run: { shown: run },
  } = session.getState();
  if (run === null) throw new Error('No run');
  const reads: number[] = [];
  const counted = new Proxy(run.view.activations, {
    get: (map, name) => {
      if (name !== 'get') throw new Error(`${String(name)} reads other activations`);
      return (id: number) => {
        reads.push(id);
        return map.get(id);
      };
    },
  });
  update({ run: { shown: { ...run, view: { ...run.view, activations: counted } } } });
  receiveTexts([{ key: 'r1/ask/1/1/1', text: 'Hello' }]);
  expect(session.getState().run.texts.get('r1/ask/1/1/1')).toBe('Hello');
  expect(reads).toEqual([1]);
});
