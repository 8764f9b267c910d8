import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { runScript, startInput, yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { checkSignal } from './signals.ts';

beforeAll(() => loadPatterns());

const TEXT = yaml`
  tasks:
    - id: ask
      type: wait
      config:
        signal: approval
        signal_schema:
          type: object
          required: [approved]
          properties: {approved: {type: boolean}, "a/b": {type: array, items: {type: integer}}}
        timeout: 2d
        check_interval: 1d
      on_success: {next: code}
    - {id: code, type: wait, config: {signal: approval, signal_schema: {type: string, pattern: "^[0-9]+$"}, timeout: 2d, check_interval: 1d}}
`;

const workflow = readWorkflow(parseSyntax(TEXT));

function waiting() {
  const run = createRun(workflow);
  advance(run, startInput({ runId: 'run' }));
  return run;
}

test('what comes with a signal fits the schema of the open wait', () => {
  const run = waiting();
  expect(checkSignal(run, 'approval', { approved: true, 'a/b': [1] })).toEqual({ ok: true, value: undefined });
  expect(checkSignal(run, 'approval', { approved: 'yes', 'a/b': [1, 'x'] })).toEqual({
    ok: false,
    error: {
      code: 'VALIDATION_ERROR',
      message:
        'What came with the signal "approval" does not fit its schema at /approved: must be true or false, not text "yes" (and 1 more)',
      details: expect.objectContaining({
        type: 'signal',
        task: 'ask',
        errors: [
          expect.objectContaining({ path: '/approved', message: 'must be true or false, not text "yes"' }),
          expect.objectContaining({ path: '/a~1b/1', message: 'must be a whole number, not text "x"' }),
        ],
      }),
    },
  });
  expect(checkSignal(run, 'approval', { approved: true, 'a/b': [1] }).ok).toBe(true);
});

test('the wait that is open now decides, not one that comes later', () => {
  const run = waiting();
  advance(run, { type: 'signal.received', at: 1, name: 'approval', payload: { approved: true } });
  expect(checkSignal(run, 'approval', '12')).toMatchObject({ ok: true });
  expect(checkSignal(run, 'approval', { approved: true })).toMatchObject({ error: { details: { task: 'code' } } });
});

test('before a wait is open, all tasks that name the signal decide; of other names nothing is known', () => {
  expect(checkSignal(workflow, 'approval', { approved: true })).toMatchObject({ error: { details: { task: 'code' } } });
  expect(checkSignal(workflow, 'approval', 'x')).toMatchObject({ error: { details: { task: 'ask' } } });
  expect(checkSignal(workflow, 'other', 'x')).toMatchObject({ ok: true });
});

test('a run takes what was recorded, whatever the schema says', () => {
  const { view } = runScript(TEXT, {
    inputs: [
      { after: 10, type: 'signal.received', name: 'approval', payload: 'not a map' },
      { after: 20, type: 'signal.received', name: 'approval', payload: 7 },
    ],
  });
  expect(view.status).toBe('success');
});
