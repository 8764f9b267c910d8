import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { EMPTY_VIEW, type FailureAnswer, foldRun, type RunView } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { childRunId } from '../children/ChildRequest.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), import('./children/openChildren.ts'), loadPatterns()]);
});

const OUTER = yaml`
  tasks:
    - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml }, on_success: { next: after } }
    - { id: after, type: basic }
  outputs: { got: "{{ tasks.call.output }}" }
`;

/** Two tasks that fail side by side, whatever they are given. */
const INNER = yaml`
  tasks:
    - id: both
      type: parallel
      tasks:
        - { id: left, type: map, config: { mapping: { n: "{{ 1 / input.by }}" } }, with: { by: text } }
        - { id: right, type: map, config: { mapping: { n: "{{ 2 / input.by }}" } }, with: { by: text } }
  outputs: { both: "{{ tasks.both.output }}" }
`;

type Page = ReturnType<typeof openEngine>;

async function viewOf({ clock, engine }: Page, runId: string): Promise<RunView> {
  const record = await clock.settle(engine.findRun(runId));
  return foldRun(EMPTY_VIEW, record?.events ?? []);
}

async function until(page: Page, runId: string, isSo: (view: RunView) => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (isSo(await viewOf(page, runId))) return;
    await page.clock.turn();
  }
  throw new Error(`${runId} does not come there.`);
}

test('a failure inside stops the runs around it, and its answer lets all of them go on', async () => {
  const page = openEngine({ browser: new FakeBrowser() });
  void page.engine.setWorkspace(createMemoryFiles({ 'inner.yaml': INNER }), []);
  const runId = await start(page, makeRequest(OUTER, { plan: { pauseOnError: 'all' } }));
  const child = childRunId(`${runId}/call/1/1/1`);
  const answer = async (task: string, given: FailureAnswer): Promise<void> => {
    await until(page, child, ({ paused }) => paused?.failed?.taskId === task);
    await until(page, runId, ({ paused }) => paused?.child === child);
    const { paused } = await viewOf(page, child);
    const activation = paused?.failed?.activation ?? 0;
    await page.engine.controlRun(child, { type: 'failure.answered', activation, answer: given });
  };
  await answer('left', { as: 'success', output: 1 });
  // The second one waited: the run around it is not resumed past it.
  await answer('right', { as: 'retry', input: { by: 2 } });
  expect(await page.finished(runId)).toMatchObject({
    status: 'success',
    output: { got: { both: { left: 1, right: { n: 1 } } } },
  });
});
