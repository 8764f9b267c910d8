import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunPlan } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { childRunId } from '../children/ChildRequest.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), import('./children/openChildren.ts'), loadPatterns()]);
});

/** Runs a file twice, one after the other. */
const OUTER = yaml`
  tasks:
    - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml }, on_success: { next: again } }
    - { id: again, type: basic, use: core:workflow, with: { file: inner.yaml } }
  outputs: { call: "{{ tasks.call.output }}", again: "{{ tasks.again.output }}" }
`;

/** A workflow that says which text of it ran, and what its first task gave. */
const inner = (text: string): string => yaml`
  tasks:
    - { id: one, type: basic, with: { n: 1 }, on_success: { next: two } }
    - { id: two, type: basic, with: { text: ${text}, seen: "{{ tasks.one.output.n }}" } }
  outputs: { text: "{{ tasks.two.output.text }}", seen: "{{ tasks.two.output.seen }}", more: "{{ tasks.two.output.more ?? 0 }}" }
`;

const PLAN: RunPlan = { inside: { 'inner.yaml': { breakpoints: [{ at: { task: 'two' }, condition: null }] } } };

type Page = ReturnType<typeof openEngine>;

/** Turns the clock until the events of a run are as wanted. */
async function until(
  { clock, engine }: Page,
  runId: string,
  isSo: (events: readonly RunEvent[]) => boolean,
): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    const record = await clock.settle(engine.findRun(runId));
    if (isSo(record?.events ?? [])) return;
    await clock.turn();
  }
  throw new Error(`${runId} does not come there.`);
}

function untilPaused(page: Page, runId: string, reason: string): Promise<void> {
  return until(page, runId, (events) => foldRun(EMPTY_VIEW, events).paused?.reason === reason);
}

/** Edits what the child's first task gave, and what the next gets. */
async function edit({ clock, engine }: Page, child: string): Promise<void> {
  const record = await clock.settle(engine.findRun(child));
  const next = record?.events.findLast((event) => event.type === 'run.paused');
  const two = next?.type === 'run.paused' ? next.next?.activation : undefined;
  const edited = { type: 'value.edited' } as const;
  await engine.controlRun(child, { ...edited, activation: 1, target: 'output', value: { n: 5 } });
  const value = { text: 'edited', seen: '{{ tasks.one.output.n }}', more: 3 };
  await engine.controlRun(child, { ...edited, activation: two ?? 0, target: 'input', value });
}

test.each(['in one tab', 'in the next tab'])(
  'a run inside goes on with values that were edited in it and with the text that it began with; a later one has the new text, %s',
  async (tabs) => {
    const browser = new FakeBrowser();
    // A page gives its files once, and is asked for their texts.
    const files = createMemoryFiles({ 'inner.yaml': inner('first') });
    const open = (): Page => {
      const opened = openEngine({ browser });
      void opened.engine.setWorkspace(files, []);
      return opened;
    };
    let page = open();
    const runId = await start(page, makeRequest(OUTER, { plan: PLAN }));
    const child = childRunId(`${runId}/call/1/1/1`);
    await untilPaused(page, child, 'breakpoint');
    await untilPaused(page, runId, 'child');
    await files.write('inner.yaml', inner('second'));
    await edit(page, child);
    await page.clock.settle(page.engine.findRun(child));
    if (tabs === 'in the next tab') {
      page.locks.die();
      page = open();
      await page.clock.settle(page.engine.recoverRuns({ variables: [] }));
      await until(page, child, (events) => events.some(({ type }) => type === 'run.interrupted'));
    }
    await page.engine.controlRun(runId, { type: 'run.resumed' });
    const again = childRunId(`${runId}/again/2/1/1`);
    await untilPaused(page, again, 'breakpoint');
    await page.engine.controlRun(runId, { type: 'run.resumed' });
    expect(await page.finished(runId)).toMatchObject({
      status: 'success',
      output: {
        call: { text: 'edited', seen: '{{ tasks.one.output.n }}', more: 3 },
        again: { text: 'second', seen: 1, more: 0 },
      },
    });
    expect(await page.clock.settle(page.engine.findRun(child))).toMatchObject({ source: inner('first') });
  },
);
