import { expect, test } from 'vitest';
import { Exposure } from '../../../effects/index.ts';
import { ENGINE_VERSION } from '../../../hosts/node/index.ts';
import { Awaited } from './Awaited.ts';
import { loadRun, WorkflowCache } from './loadRun.ts';
import { RecordedRun } from './RecordedRun.ts';
import { UnderWay } from './UnderWay.ts';

/** What Restate gives to the first invocation of a run: its state is empty, and nothing has come yet. */
function openContext(): never {
  const nothing = { map: () => nothing };
  const context = {
    key: 'run-1',
    request: () => ({ attemptCompletedSignal: new AbortController().signal }),
    get: () => Promise.resolve(null),
    signal: () => nothing,
    run: () => nothing,
    sleep: () => nothing,
    set: () => undefined,
    clear: () => undefined,
    genericSend: () => undefined,
  };
  return context as never;
}

async function beginRun(source: string): Promise<UnderWay> {
  const start = {
    type: 'run.started',
    at: 1,
    runId: 'run-1',
    input: {},
    seed: 1,
    env: {},
    simulate: false,
    engine: ENGINE_VERSION,
  } as const;
  const head = { path: 'a.yaml', source, files: [], salt: 's', start };
  const counts = { inputs: 0, events: 0, chunks: 0, checkpoint: null, held: [], asked: [] };
  const times = { queuedAt: 1, startedAt: null, endedAt: null };
  const row = {
    workflow: 'a',
    status: 'queued',
    trigger: null,
    parent: null,
    paused: null,
    ...times,
    ...counts,
  } as const;
  const context = openContext();
  const loaded = await loadRun(context, { row, head } as never, new WorkflowCache());
  if (!loaded.ok) throw new Error(loaded.error.message);
  const run = new RecordedRun(context, loaded.value);
  const awaited = new Awaited(context, loaded.value);
  const parts = {
    exposure: new Exposure(),
    ports: {},
    restate: {},
    perform: () => Promise.reject(new Error('No call')),
  };
  const work = new UnderWay(context, { loaded: loaded.value, run, awaited }, parts as never);
  work.begin();
  return work;
}

test('the first calls of a run are made by its invocation, and by no other', async () => {
  const { calls } = await beginRun('tasks: [{ id: a, type: basic, use: core:hash, with: { text: x } }]\n');
  expect({ here: calls.inline.count, elsewhere: calls.sent.size }).toEqual({ here: 1, elsewhere: 0 });
});
