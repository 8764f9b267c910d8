import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';

const TEXT = yaml`
  tasks:
    - {id: ask, type: wait, config: {signal: go, timeout: 2d, check_interval: 1d}}
`;

const ERROR = { code: 'VALIDATION_ERROR', message: 'No', details: { type: 'signal', task: 'ask' } };

test('a signal that the host has refused leaves a trace, and the run waits on for the next one', () => {
  const run = createRun(readWorkflow(parseSyntax(TEXT)));
  const started = { type: 'run.started', runId: 'run', input: {}, simulate: false, seed: 1, env: {} } as const;
  advance(run, { ...started, at: 0, engine: '0.2.0', file: 'a.yaml' });
  const { events, effects } = advance(run, { type: 'signal.refused', at: 5, name: 'go', error: ERROR });
  expect(events).toEqual([
    { seq: expect.any(Number), at: 5, type: 'signal.refused', name: 'go', taskId: 'ask', error: ERROR },
  ]);
  expect(effects).toEqual([]);
  expect(run.signals.size).toBe(0);
  const other = { ...ERROR, details: null };
  expect(advance(run, { type: 'signal.refused', at: 6, name: 'go', error: other }).events).toMatchObject([
    { taskId: null },
  ]);
  expect(advance(run, { type: 'signal.received', at: 7, name: 'go', payload: 1 }).isFinished).toBe(true);
  expect(advance(run, { type: 'signal.refused', at: 8, name: 'go', error: ERROR }).events).toEqual([]);
});
