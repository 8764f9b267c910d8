import { beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '#engine/run';
import { replaceFileText } from '../document/dispatch.ts';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { isEditedSinceRun, paintOf } from './runPaint.ts';
import { show } from './runShown.ts';

const SOURCE = `tasks:
  - id: a
    type: basic
    use: core:log
    with: {message: one}
  - id: box
    type: composite
    tasks:
      - {id: inner, type: map}
  - {id: b, type: map}
`;

function succeeded(taskId: string, activation: number): RunEvent {
  const answer = { output: taskId, duration: 1, retryCount: 0, simulated: false };
  return { seq: activation, at: 1000, type: 'task.succeeded', taskId, activation, ...answer };
}

const EVENTS: readonly RunEvent[] = [
  { seq: 0, at: 1000, type: 'run.started', runId: 'r', input: {}, simulate: false },
  ...['a', 'box', 'inner', 'b'].flatMap((taskId, index): readonly RunEvent[] => {
    const ref = { taskId, activation: index + 1, parent: null, operation: null, input: null };
    return [{ seq: 0, at: 1000, type: 'task.started', ...ref }, succeeded(taskId, index + 1)];
  }),
];

/** Which tasks show what the run did, after the file has another text. */
function painted(text: string): string {
  replaceFileText('a.yaml', text, 'source.type');
  return ['a', 'box', 'inner', 'b'].filter((id) => paintOf(session.getState(), id) !== undefined).join(' ');
}

beforeEach(() => {
  resetSession({ 'a.yaml': SOURCE });
  show({ runId: 'r', path: 'a.yaml', source: SOURCE, events: EVENTS });
});

test('what a run did is shown on every task it knows while their text is the one that ran', () => {
  expect(painted(SOURCE)).toBe('a box inner b');
});

test('an edit of a task takes the paint of that task alone, and taking it back brings it again', () => {
  expect(painted(SOURCE.replace('one', 'two'))).toBe('box inner b');
  expect(isEditedSinceRun(session.getState(), 'a')).toBe(true);
  expect(painted(SOURCE)).toBe('a box inner b');
});

test('an edit inside a container takes that of the container too', () => {
  expect(painted(SOURCE.replace('{id: inner, type: map}', '{id: inner, type: map, name: x}'))).toBe('a b');
});

test('a task that only moved, other comments and other tasks leave it as it is', () => {
  const moved = SOURCE.replace('  - {id: b, type: map}\n', '').replace(
    'tasks:\n',
    'tasks:\n  - {id: b, type: map}\n  # new\n',
  );
  expect(painted(moved)).toBe('a box inner b');
});

test('a text that cannot be read counts as the last one that could', () => {
  expect(painted(`${SOURCE}  - {id: `)).toBe('a box inner b');
});
