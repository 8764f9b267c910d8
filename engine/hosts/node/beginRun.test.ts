import { afterEach, expect, test, vi } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import type { RunInput } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { beginRun } from './beginRun.ts';

afterEach(() => void vi.restoreAllMocks());

test('a long replay lets timers of the process through, by which its claim shows that it lives', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 300));
  const turns = vi.spyOn(globalThis, 'setImmediate');
  const started = { type: 'run.started', at: 1, runId: 'r', input: {}, seed: 1, env: {}, simulate: false } as const;
  const signals = Array.from(
    { length: 40 },
    (_, at): RunInput => ({ type: 'signal.received', at: at + 2, name: 'none', payload: null }),
  );
  const workflow = readWorkflow(
    parseSyntax('tasks: [{id: a, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}}]\n'),
  );
  const begun = await beginRun(workflow, [{ ...started, engine: '0.1.0', file: 'a.yaml' }, ...signals]);
  expect(begun.ok).toBe(true);
  // Each look at the clock finds it 0.3 s later.
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(10);
});
